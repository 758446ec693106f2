import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { logWork } from '../../model/actions.ts'

interface Said {
  title: string
  summary: string | null
  module: string | null
}
/** 50-CW5: what that module says of somebody is no content of a work log. */
const APART = 'mentalHealth'
const MOST_LETTERS = 2000
/** Notes a talk with the student of a card, beginning with the facts on it. */
export default function TalkStudentActs({ studentId, of }: { studentId: string; of: readonly Said[] }) {
  const facts = of.filter(one => one.module !== APART).map(({ title, summary }) => [title, summary].filter(Boolean).join(t('，')))
  return (
    <FormButton
      of={logWork}
      input={{ studentIds: [studentId], kind: 'talk' }}
      initial={{ words: facts.join('\n').slice(0, MOST_LETTERS) }}
      layout={['words', 'minutes', 'topics', 'isMental', 'followUpOn']}
    >
      {t('记谈话')}
    </FormButton>
  )
}
