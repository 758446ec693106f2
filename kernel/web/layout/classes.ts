/** The classes of an element, of which some hold only under a condition. */
export const classes = (...names: ReadonlyArray<string | undefined | false>): string => names.filter(Boolean).join(' ')
