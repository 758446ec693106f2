import { NumberInput } from '../decimal/input.tsx'
import type { FieldInput } from '../field-input.tsx'

export const input: FieldInput = { Input: props => <NumberInput {...props} prefix="¥" /> }
