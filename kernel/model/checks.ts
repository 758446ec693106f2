/** Validation of single values; browser and server run the same code (wire contract X11). */

/** Strips spaces at both ends (full-width ones too) and zero-width characters everywhere. */
export const trim = (value: string): string => value.replace(/[\u200b-\u200d\ufeff]/g, '').replace(/^[\s\u3000]+|[\s\u3000]+$/g, '')

export const isMobile = (value: string): boolean => /^1[3-9]\d{9}$/.test(value)
/** Any contact number: mobile, or area code and number, with an optional extension. */
export const isPhone = (value: string): boolean => isMobile(value) || /^(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?$/.test(value)
export const isEmail = (value: string): boolean => value.length <= 100 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(value)
/** http, https or ftp with a public host: private, loopback and link-local addresses are refused. */
export function isUrl(value: string): boolean {
  if (!/^(https?|ftp):\/\//i.test(value) || !URL.canParse(value)) return false
  return !isPrivateHost(new URL(value).hostname)
}
export const isPrivateHost = (host: string): boolean =>
  /^(.+\.)?localhost\.?$/.test(host) ||
  /^(127|10|0)\./.test(host) ||
  /^192\.168\./.test(host) ||
  /^169\.254\./.test(host) ||
  /^172\.(1[6-9]|2\d|3[01])\./.test(host) ||
  /^\[(::1?|f[cde]|::ffff:)/i.test(host)

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** GB 11643 check digit of the first 17 digits. */
export const citizenIdCheck = (first17: string): string => '10X98765432'[WEIGHTS.reduce((sum, w, i) => sum + w * Number(first17[i]), 0) % 11] as string
/** First error of a citizen identity number (GB 11643); undefined when it is valid. */
export function citizenIdFault(value: string): 'length' | 'birthDate' | 'checkDigit' | undefined {
  if (!/^\d{17}[\dXx]$/.test(value)) return 'length'
  if (!isDate(citizenBirthDate(value))) return 'birthDate'
  return citizenIdCheck(value.slice(0, 17)) === value[17]?.toUpperCase() ? undefined : 'checkDigit'
}
export const citizenBirthDate = (value: string): string => `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
/** GB/T 2261.1 code that the number implies: 1 male, 2 female. */
export const citizenGender = (value: string): '1' | '2' => (Number(value[16]) % 2 ? '1' : '2')

export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false // PostgreSQL knows no year 0
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
export const isTime = (value: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
export const isDatetime = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-](0\d|1[0-5]):?[0-5]\d)?$/.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value))
/** Both exactly HH:MM, and the end after the start. */
export const isTimeRange = (from: string, to: string): boolean => from.length === 5 && to.length === 5 && isTime(from) && isTime(to) && to > from
export const isUuid = (value: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
export const hasExtension = (fileName: string, allowed: readonly string[]): boolean => allowed.some(ext => fileName.toLowerCase().endsWith(`.${ext.toLowerCase()}`))

/** 0 weak, 1 medium, 2 strong (10-L13): under 8 characters 0; four kinds 2, two or three 1, else 0. */
export function passwordLevel(password: string): 0 | 1 | 2 {
  if (password.length < 8) return 0
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /[!@#^*()_+=\-.]/].filter(kind => kind.test(password)).length
  return kinds === 4 ? 2 : kinds >= 2 ? 1 : 0
}
export const PASSWORD_PROGRESS = [
  { percent: 36, status: 'exception' },
  { percent: 70, status: 'warning' },
  { percent: 100, status: 'success' },
] as const

/** 0 to 20 as Chinese numerals; other numbers stay digits. */
export function chineseNumber(n: number): string {
  const digits = '零一二三四五六七八九十'
  if (!Number.isInteger(n) || n < 0 || n > 20) return String(n)
  if (n <= 10) return digits[n] as string
  return n === 20 ? '二十' : `十${digits[n - 10]}`
}

/** Whether the last digit of a card number is its check digit (Luhn). */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{12,25}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, d, i) => total + (i % 2 ? ((Number(d) * 2) % 10) + (Number(d) > 4 ? 1 : 0) : Number(d)), 0)
  return sum % 10 === 0
}
