import { Button, Input } from 'antd'
import { useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { ownAreas } from '../../model/area.ts'
import style from '../outing.module.css'

/** Safety questions are shown above everything else until answered. */
export function AreaAsks() {
  const { data } = useRead(ownAreas.mine, {}, { follows: 'todo' })
  return data?.filter(n => n.canChange && (n.answer?.reply ?? 'none') === 'none').map(n => <Ask key={n.noticeId} of={n} />)
}
function Ask({ of }: { of: AnswerOf<typeof ownAreas.mine>[number] }) {
  const [note, setNote] = useState('')
  const act = useAct(ownAreas.answer, { done: t('已回复') })
  const send = (reply: 'safe' | 'help') =>
    act.mutate({ noticeId: of.noticeId, reply, ...(of.answer ? { version: of.answer.version } : {}), ...(note.trim() ? { note: note.trim() } : {}) })
  return (
    <Sheet label={of.question} className={classes(style.card, style.urgent)}>
      <h2>{t('你在{{region}}安全吗？', { region: of.region ?? '' })}</h2>
      <p>{of.question}</p>
      {act.error ? <Refused what={t('没有发出')} error={act.error} /> : null}
      <Input value={note} maxLength={200} aria-label={t('想说的话')} placeholder={t('可以写一句情况')} onChange={event => setNote(event.target.value)} />
      <footer>
        <Button type="primary" loading={act.isPending} onClick={() => send('safe')}>
          {t('我平安')}
        </Button>
        <Button danger disabled={act.isPending} onClick={() => send('help')}>
          {t('需要帮助')}
        </Button>
      </footer>
    </Sheet>
  )
}
