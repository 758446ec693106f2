import { FormButton } from '#web/forms/FormButton.tsx'
import { markStudent } from '../../model/warning-mark.ts'

/** Asks to keep an eye on the student of a card. */
export default function MarkStudentActs({ studentId }: { studentId: string }) {
  return <FormButton of={markStudent} input={{ studentId }} layout={['reason']} />
}
