/** Waybills as carriers write them, however they were scanned or typed. */
export const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s/g, '').toUpperCase()
