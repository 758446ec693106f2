import { scaleOf } from '#fields/models.ts'
import type { Field } from '#model'

/** Text of a number in its input: money in yuan. */
export function numberText(field: Field, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  return String(value / scaleOf(field))
}
/** Parses the typed text. Invalid text is returned unchanged, so that validation can quote it. */
export function numberOf(field: Field, typed: string): number | string | null {
  const text = typed.replace(/[\s,，¥]/g, '').replace(/[０-９．]/g, c => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
  if (!text) return null
  if (!/^-?\d+(\.\d+)?$/.test(text)) return typed
  const scale = scaleOf(field)
  if (scale === 1) return Number(text)
  const units = Number(text) * scale
  // reject a third decimal instead of rounding it silently
  return Math.abs(units - Math.round(units)) < 1e-6 ? Math.round(units) : typed
}
