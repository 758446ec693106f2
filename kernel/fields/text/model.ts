import { citizenIdCheck, citizenIdFault, isEmail, isMobile, isPhone, isUrl, isUuid } from '#model/checks.ts'
import type { Field, TextFormat } from '#model/field.ts'
import type { ValueRule } from '#model/value-texts.ts'
import { type FieldModel, fault, type Parser, quoted, string, wrongType } from '../field-model.ts'

type Wrong = { rule: ValueRule; values?: Record<string, unknown> } | undefined
const FORMATS: Record<TextFormat, (value: string) => Wrong> = {
  mobile: v => (isMobile(v) ? undefined : { rule: 'mobile' }),
  phone: v => (isPhone(v) ? undefined : { rule: 'phone' }),
  email: v => (isEmail(v) ? undefined : { rule: 'email' }),
  url: v => (isUrl(v) ? undefined : { rule: 'url' }),
  digits: v => (/^\d+$/.test(v) ? undefined : { rule: 'digits' }),
  uuid: v => (isUuid(v) ? undefined : { rule: 'id' }),
  code: v => (/^[\w-]+$/.test(v) ? undefined : { rule: 'code' }),
  citizenId: v => {
    const wrong = citizenIdFault(v)
    if (!wrong) return undefined
    if (wrong === 'length') return { rule: 'citizenIdLength' }
    return wrong === 'birthDate' ? { rule: 'citizenIdBirthDate', values: { birthDate: v.slice(6, 14) } } : { rule: 'citizenIdCheckDigit' }
  },
}
/** Parser of texts with a length and a format. */
export const textParser = (most: number): Parser =>
  string((name, field, value) => {
    const { max = most, min, format } = field.options
    const length = [...value].length
    if (length > max) return fault('tooLong', name, field, { max, length, value: quoted(value) })
    if (min !== undefined && length < min) return fault('tooShort', name, field, { min, length, value: quoted(value) })
    if (value.includes('\u0000')) return wrongType(name, field, value)
    const wrong = format && FORMATS[format](value)
    return wrong ? fault(wrong.rule, name, field, { value: quoted(value), length, ...wrong.values }) : { value }
  })
function example({ options: { format, min = 0, max = 20 } }: Field, n: number): string {
  const digits = String(n)
  switch (format) {
    case 'mobile':
    case 'phone':
      return `138${digits.padStart(8, '0')}`
    case 'email':
      return `a${digits}@example.edu.cn`
    case 'url':
      return `https://example.edu.cn/${digits}`
    case 'citizenId': {
      const first17 = `52010220050101${digits.slice(-3).padStart(3, '0')}`
      return first17 + citizenIdCheck(first17)
    }
    case 'digits':
      return digits
    case 'uuid':
      return crypto.randomUUID()
    default:
      return `T${digits}`.padEnd(min, '字').slice(0, max) // verbatim
  }
}
export const model: FieldModel = { parse: textParser(200), filter: 'text', fact: 'text', isTabular: true, example }
