import { randomInt } from 'node:crypto'

/** Capitals and digits that are not taken for each other: without 0 and O, 1, I and L. */
const READABLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** A code of random characters, for people to read and type; each of the default alphabet's has nearly five bits. */
export const randomCode = (length: number, letters = READABLE): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
