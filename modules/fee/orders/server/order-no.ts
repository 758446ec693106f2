import { randomCode } from '#server/base/random-code.ts'
import { today } from '#server/base/today.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** A number of digits and capitals that all providers take (8 to 32 characters) and nobody guesses: a letter, the day, fourteen drawn characters. */
export const newNo = (letter: 'P' | 'R'): string => `${letter}${today().replaceAll('-', '')}${randomCode(14, LETTERS)}`
