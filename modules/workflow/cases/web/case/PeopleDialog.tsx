import { Input } from 'antd'
import { useState } from 'react'
import type { Action, InputOf } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { type Chosen, Colleagues } from './Colleagues.tsx'

interface PeopleDialogProps<A extends Action> {
  of: A
  title: string
  verb: string
  /** Prompt for the people picker. */
  who: string
  note: string
  most: number
  /** Takes over an opinion already typed. */
  opinion?: string
  toInput: (userIds: string[], opinion: string) => InputOf<A>
  onDone: (answer: AnswerOf<A>, people: readonly Chosen[]) => void
  onClose: () => void
}
/** Picks colleagues with a message, and submits both. */
export function PeopleDialog<A extends Action>({ of, title, verb, who, note, most, toInput, onDone, onClose, ...rest }: PeopleDialogProps<A>) {
  const [people, setPeople] = useState<Chosen[]>([])
  const [opinion, setOpinion] = useState(rest.opinion ?? '')
  const act = useAct(of, { changes: ['processTask', 'processInstance', 'todo'], done: false, onDone: answer => onDone(answer, people) })
  const send = () =>
    act.mutate(
      toInput(
        people.map(one => one.value),
        opinion.trim(),
      ),
    )
  return (
    <Dialog open title={title} verb={verb} busy={act.isPending} disabled={!people.length} onAct={send} onClose={onClose} width={480}>
      {act.error ? <Refused what={t('{{verb}}没有成功', { verb })} error={act.error} /> : null}
      <p className="ql-help">{note}</p>
      <LabelledInput label={who}>{id => <Colleagues id={id} value={people} onChange={setPeople} most={most} disabled={act.isPending} />}</LabelledInput>
      <LabelledInput label={t('说明')}>
        {id => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={500}
            value={opinion}
            disabled={act.isPending}
            onChange={event => setOpinion(event.target.value)}
          />
        )}
      </LabelledInput>
    </Dialog>
  )
}
