/** A typed comparison over form fields, the applicant's attributes and the module's numbers; no scripts (10-W2). */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { atLeast: number; of: readonly Condition[] }
  | { not: Condition }
  | { fact: string; op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; value: FactValue }
  | { fact: string; op: 'in' | 'notIn'; value: readonly FactValue[] }
  | { fact: string; op: 'empty' | 'filled' }
export type FactValue = string | number | boolean
export type Facts = Readonly<Record<string, FactValue | readonly FactValue[] | null | undefined>>

/** An operand available to conditions. */
export interface Fact {
  name: string
  label: string
  type: 'number' | 'text' | 'bool' | 'choice' | 'date'
  /** Value → label, for `choice`. */
  choices?: Readonly<Record<string, string>>
  /** Code set whose items (as the school maintains them) are the choices. */
  dictionary?: string
  /** Entity whose rows are the choices, by code. */
  entity?: string
  unit?: string
  /** A personal value. S1 is shown with the permission to reveal it, S2 to the person alone. */
  sensitivity?: 'S1' | 'S2'
  /** Origin, used to group facts in the editor. */
  from: 'form' | 'applicant' | 'module' | 'student'
  /** Name of its group in the editor, where the origin is not enough. */
  group?: string
}
