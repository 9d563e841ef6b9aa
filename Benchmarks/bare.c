/* Links what `lectures` links, touches nothing of it and exits; Scripts/bench.sh compiles it. */
int main(void) { return 0; }
