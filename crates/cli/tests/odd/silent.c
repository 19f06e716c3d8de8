// Says nothing, not even its name, and does not read what it is asked.
int main(void) { return 0; }
