"""Photos of QR codes, made from a seed: the set that readers are held to, and two readers from PyPI.

Run by hand, `photos.py FOLDER SEED COUNT` leaves such a set in a folder: pictures, and texts.tsv with file, kind and text.
"""

import pathlib
import random
import sys

import cv2
import numpy as np
import segno
import zxingcpp

KINDS = [
    "plain",
    "noise",
    "blur",
    "motion",
    "perspective",
    "light",
    "shadow",
    "jpeg",
    "small",
    "large",
    "inverted",
    "all",
]


def text(dice):
    """What wallets show: an address, a request for money or a token, a pairing."""
    address = "0x" + "".join(dice.choice("0123456789abcdefABCDEF") for _ in range(40))
    match dice.randrange(4):
        case 0:
            return address
        case 1:
            return f"ethereum:{address}@8217?value={dice.randrange(10**21)}"
        case 2:
            token = "0x" + "".join(dice.choice("0123456789abcdef") for _ in range(40))
            amount = f"uint256={dice.randrange(10**24)}"
            return f"ethereum:{token}@{dice.choice([1, 137, 8217])}/transfer?address={address}&{amount}"
        case _:
            key, topic = (f"{dice.getrandbits(256):064x}" for _ in range(2))
            return f"wc:{topic}@2?relay-protocol=irn&symKey={key}"


def modules(said, level):
    """The modules of a code, 0 or 255, with a margin of four."""
    code = segno.make_qr(said, error=level, boost_error=False)
    return np.array([[0 if dark else 255 for dark in row] for row in code.matrix_iter(border=4)], np.uint8)


def background(shape, dice, noise):
    """A desk: large soft patches, and lines like print."""
    height, width = shape
    desk = cv2.resize(noise.uniform(70, 235, (6, 8)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(dice.randrange(60)):
        x, y, length = dice.randrange(width), dice.randrange(height), dice.randrange(10, max(11, width // 5))
        cv2.line(desk, (x, y), (x + length, y + dice.randrange(-9, 10)), dice.uniform(0, 255), dice.randrange(1, 4))
    return desk


def photo(kind, dice):
    """The text of a code, a picture of it, the ending of its file, and the quality to write it with."""
    noise = np.random.default_rng(dice.getrandbits(64))
    every = kind == "all"
    has = lambda name, share=0.5: kind == name or (every and dice.random() < share)
    said, level = text(dice), dice.choice("lmqh")
    code = modules(said, level)
    side = code.shape[0]
    if kind == "large":
        width, height = dice.choice([(2048, 1536), (4032, 3024), (3264, 2448)])
        module = dice.uniform(3, 9)
    elif kind == "small":
        width = height = side * 3 + dice.randrange(20, 120)
        module = dice.uniform(2.0, 3.0)
    else:
        module = dice.uniform(3, 9)
        width = int(side * module * dice.uniform(1.3, 2.2))
        height = int(width * dice.uniform(0.8, 1.3))
    half = side * module / 2
    quarter = dice.choice([0, 90, 180, 270]) + dice.uniform(-12, 12)
    angle = np.radians(quarter if dice.random() < 0.6 else dice.uniform(0, 360))
    if kind == "small":
        angle = np.radians(dice.choice([0, 90, 180, 270]) + dice.uniform(-3, 3))
    tilt = dice.uniform(0.1, 0.33) if has("perspective") else dice.uniform(0, 0.06)
    lean = dice.uniform(0, 2 * np.pi)
    corners = []
    for x, y in [(-1, -1), (1, -1), (1, 1), (-1, 1)]:
        # The far side is shorter by the tilt: the divisor runs from 1 to 1 / (1 - tilt).
        far = 1 + tilt / (1 - tilt) * (1 + (x * np.cos(lean) + y * np.sin(lean)) / np.sqrt(2)) / 2
        x, y = (x * np.cos(angle) - y * np.sin(angle)) / far, (x * np.sin(angle) + y * np.cos(angle)) / far
        corners.append((x * half, y * half))
    corners = np.array(corners)
    corners -= (corners.min(0) + corners.max(0)) / 2
    reach = np.abs(corners).max(0)
    width, height = max(width, int(2 * reach[0]) + 8), max(height, int(2 * reach[1]) + 8)
    room = np.array([width, height]) / 2 - reach - 2
    corners += np.array([width, height]) / 2 + room * np.array([dice.uniform(-1, 1), dice.uniform(-1, 1)])
    grain = 8
    sheet = cv2.resize(code, None, fx=grain, fy=grain, interpolation=cv2.INTER_NEAREST)
    end = side * grain
    there = cv2.getPerspectiveTransform(
        np.float32([(0, 0), (end, 0), (end, end), (0, end)]), corners.astype(np.float32))
    # Twice as fine, then averaged: edges are grey, as a camera sees them.
    fine = 2 if width * height < 5_000_000 else 1
    larger = np.diag([fine, fine, 1]) @ there
    size = (width * fine, height * fine)
    drawn = cv2.warpPerspective(sheet, larger, size, flags=cv2.INTER_AREA, borderValue=255)
    mask = cv2.warpPerspective(np.full_like(sheet, 255), larger, size, flags=cv2.INTER_LINEAR, borderValue=0)
    drawn = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
    mask = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    dark, bright = dice.uniform(10, 70), dice.uniform(170, 250)
    drawn = dark + drawn * (bright - dark) / 255
    if kind == "inverted":
        drawn = 255 - drawn
    picture = background((height, width), dice, noise) * (1 - mask) + drawn * mask
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    if has("light"):
        slope = dice.uniform(0, 2 * np.pi)
        ramp = (columns / width - 0.5) * np.cos(slope) + (rows / height - 0.5) * np.sin(slope)
        picture *= np.clip(1 + ramp * dice.uniform(0.6, 1.4), 0.15, 2)
    if has("shadow"):
        slope, place = dice.uniform(0, 2 * np.pi), dice.uniform(-0.2, 0.2)
        edge = ((columns / width - 0.5) * np.cos(slope) + (rows / height - 0.5) * np.sin(slope) - place) * 40
        picture *= 1 - dice.uniform(0.3, 0.65) / (1 + np.exp(-np.clip(edge, -30, 30)))
    if has("blur", 0.4):
        picture = cv2.GaussianBlur(picture, (0, 0), module * dice.uniform(0.2, 0.7))
    if has("motion", 0.25):
        length, way = max(2, int(module * dice.uniform(0.4, 1.3))), dice.uniform(0, np.pi)
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        reach = (int(round(length / 2 * np.cos(way))), int(round(length / 2 * np.sin(way))))
        cv2.line(kernel, (length - reach[0], length - reach[1]), (length + reach[0], length + reach[1]), 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    spread = dice.uniform(8, 40) if has("noise") else dice.uniform(0, 6)
    picture += noise.normal(0, spread, picture.shape).astype(np.float32)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if has("jpeg"):
        return said, picture, ".jpg", dice.randrange(8, 40)
    return said, picture, *dice.choice([(".jpg", dice.randrange(60, 95)), (".png", 0), (".webp", dice.randrange(30, 95))])


def make(folder, seed, count):
    """Leaves so many pictures in a folder; the number of them."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "texts.tsv", "w") as texts:
        for index in range(int(count)):
            kind = KINDS[index % len(KINDS)]
            said, picture, suffix, quality = photo(kind, random.Random(f"{seed}/{index}"))
            options = {".jpg": [cv2.IMWRITE_JPEG_QUALITY, quality], ".webp": [cv2.IMWRITE_WEBP_QUALITY, quality]}
            name = f"{index:04}-{kind}{suffix}"
            cv2.imwrite(str(folder / name), picture, options.get(suffix, []))
            texts.write(f"{name}\t{kind}\t{said}\n")
    return count


def with_zxing(picture):
    return [code.text for code in zxingcpp.read_barcodes(picture, zxingcpp.BarcodeFormat.QRCode)]


def with_opencv(picture):
    try:
        return [text for text in [cv2.QRCodeDetector().detectAndDecode(picture)[0]] if text]
    except (cv2.error, UnicodeDecodeError):
        return []


def read(folder, reader):
    """The number of pictures of a folder that a reader reads rightly."""
    find = {"zxing-cpp": with_zxing, "opencv": with_opencv}[reader]
    folder = pathlib.Path(folder)
    right = 0
    for line in (folder / "texts.tsv").read_text().splitlines():
        name, _, said = line.split("\t")
        right += find(cv2.imread(str(folder / name), cv2.IMREAD_GRAYSCALE)) == [said]
    return right


if __name__ == "__main__":
    make(*sys.argv[1:])
