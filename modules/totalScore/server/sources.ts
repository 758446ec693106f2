/** What people call where points come from. */
const NAMES: Readonly<Record<string, string>> = { record: '登记' }
export const sourceName = (sourceType: string): string => NAMES[sourceType] ?? '登记'
