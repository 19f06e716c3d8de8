/* As it was written long ago: no prototypes, no types where an int will do. */
int m, n, p, s, i, h[10], t[3], c, calves;

legal()
{
    for (i = 0; i < n; i++)
        if (p ? h[i] / 10 == t[0] / 10 : calves || h[i] / 10 != 3)
            return h[i];
    return h[0];
}

main()
{
    scanf("%d", &m);
    n = 10;
    if (m == 0) {
        printf("Old Style\n");
        return 0;
    }
    if (m == 2)
        scanf("%d%d%d", &n, &p, &s);
    for (i = 0; i < n; i++)
        scanf("%d", &h[i]);
    if (m == 1) {
        printf("%d %d %d\n", h[9], h[8], h[7]);
        return 0;
    }
    for (i = 0; i < p; i++)
        scanf("%d", &t[i]);
    for (i = 0; i < 4 * (10 - n); i++) {
        scanf("%d", &c);
        if (c / 10 == 3)
            calves = 1;
    }
    printf("%d\n", legal());
    return 0;
}
