import { Radio } from 'antd'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import type { DrawnInput, FieldSpec, FormLayout } from '#web/forms/layout.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { STEP_FIELDS, type Step } from '../../model/survey.ts'
import type { Begun } from '../ApplyRecognitionPage.tsx'
import { MembersInput } from './MembersInput.tsx'

type Question = NonNullable<NonNullable<Begun['batches'][number]>['questions'][number]>
interface Answer {
  key: string
  option: string
}
/** Questions that the model asks besides, each with why it is asked. */
function Answers({ value, onChange, disabled, questions }: DrawnInput & { questions: readonly Question[] }) {
  const answers = (value ?? []) as readonly Answer[] // the field's declared type
  const put = (key: string, option: string) => onChange([...answers.filter(a => a.key !== key), { key, option }])
  return (
    <Stack gap={4}>
      {questions.map(q => (
        <fieldset key={q.key} className="ql-plain">
          <legend>{q.question}</legend>
          {q.why ? <p className="ql-help">{q.why}</p> : null}
          <Radio.Group
            disabled={disabled}
            value={answers.find(a => a.key === q.key)?.option}
            options={q.options.flatMap(o => (o ? { value: o.key, label: o.label } : []))}
            onChange={e => put(q.key, String(e.target.value))}
          />
        </fieldset>
      ))}
    </Stack>
  )
}
/** The inputs of one step. */
export function layoutOf(step: Step, asked: ReadonlyArray<Question | null>): FormLayout {
  const questions = asked.flatMap(q => q ?? [])
  const special: Readonly<Record<string, FieldSpec>> = {
    homeCanton: { field: 'homeCanton', render: props => <CantonPicker {...props} /> },
    members: { field: 'members', render: props => <MembersInput {...props} /> },
    answers: { field: 'answers', when: () => questions.length > 0, render: props => <Answers {...props} questions={questions} /> },
  }
  return STEP_FIELDS[step].map(name => special[name] ?? { field: name })
}
