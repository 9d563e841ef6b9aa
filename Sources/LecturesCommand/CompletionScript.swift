/// The shells whose lines the program completes, and the script by which each asks it.
///
/// A script passes the words before the one that is typed, as the shell has taken quotes off them, and shows the answer's
/// lines that begin with it. `files` alone stands for the names of files.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  private static let option = "--generate-completion-script"

  /// The script that arguments ask for; nil for other arguments.
  init?(for arguments: [String]) {
    guard let first = arguments.first else { return nil }
    if arguments.count == 2, first == Self.option {
      self.init(rawValue: arguments[1])
    } else if arguments.count == 1, first.hasPrefix("\(Self.option)=") {
      self.init(rawValue: String(first.dropFirst(Self.option.count + 1)))
    } else {
      return nil
    }
  }

  /// The script.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  private static let bashText = #"""
    # Completions of lectures for bash: the program itself answers.
    _lectures() {
        local rest=$COMP_LINE words=() count=-1 index piece
        # Bash parts words at =, : and @, too: pieces with no blank between them are one word.
        for ((index = 0; index <= COMP_CWORD; index++)); do
            piece=${COMP_WORDS[index]}
            if ((index == 0)) || [[ $rest == [[:blank:]]* || -z $rest ]]; then words[++count]=; fi
            rest=${rest#"${rest%%[![:blank:]]*}"}
            rest=${rest#"$piece"}
            words[count]+=${piece//[\'\"\\]/}
        done
        local current=${words[count]} program=${words[0]/#\~/$HOME} word note
        local breaks=${COMP_WORDBREAKS//[^=:@]/} typed=
        # Only what stands behind the last of those is put in its place.
        [[ -n $breaks ]] && typed=${current%"${current##*[$breaks]}"}
        COMPREPLY=()
        while IFS=$'\t' read -r word note; do
            if [[ $word == files && -z $note && ${#COMPREPLY[@]} == 0 ]]; then
                compopt -o default
                return
            fi
            [[ $word == "$current"* ]] || continue
            word=${word#"$typed"}
            [[ ${COMP_WORDS[COMP_CWORD]} == [\'\"]* ]] || printf -v word %q "$word"
            COMPREPLY+=("$word")
        done < <("$program" \#(LineCompletion.question) "$current" "${words[@]:1:count-1}" 2>/dev/null)
    }
    complete -F _lectures lectures

    """#

  private static let zshText = #"""
    #compdef lectures
    # Completions of lectures for zsh: the program itself answers.
    _lectures() {
        local -a before answers found shown
        local line program=${${(Q)words[1]}/#\~/$HOME}
        (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")
        answers=("${(@f)$(command $program \#(LineCompletion.question) "${(Q)PREFIX}" "${(@)before}" 2>/dev/null)}")
        if [[ $answers[1] == files ]]; then
            _files
            return
        fi
        for line in $answers; do
            found+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  -- }")
        done
        if [[ "$shown" == *'  -- '* ]]; then
            compadd -l -d shown -a found
        else
            compadd -a found
        fi
    }
    if [[ $funcstack[1] == _lectures ]]; then
        _lectures "$@"
    else
        compdef _lectures lectures
    fi

    """#

  private static let fishText = #"""
    # Completions of lectures for fish: the program itself answers.
    function __lectures_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l answers (command $words[1] \#(LineCompletion.question) "$current" $words[2..] 2>/dev/null)
        if test "$answers[1]" = files
            __fish_complete_path "$current"
        else if set -q answers[1]
            printf '%s\n' $answers
        end
    end
    complete -c lectures -f -a '(__lectures_complete)'

    """#
}
