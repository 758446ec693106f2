import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { useServerClock } from '#web/feedback/useNow.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatClock } from '#web/values/format.ts'
import { confirmRoom } from '../model/actions.ts'
import { nightResults } from '../model/evidence.ts'
import type { myNight } from '../model/read-actions.ts'
import style from './night.module.css'

/** The room head confirms once; unticked residents are reported absent. */
export function RoomHead({ mine }: { mine: AnswerOf<typeof myNight> }) {
  const now = useServerClock(mine.now)
  const { mates } = mine
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const act = useAct(confirmRoom, { done: t('已确认') })
  const isOpen = mine.ways.includes('head') && now >= Date.parse(mine.opensAt ?? '') && now < Date.parse(mine.closesAt ?? '')
  const toggle = (id: string) => setOut(was => (was.has(id) ? new Set([...was].filter(x => x !== id)) : new Set([...was, id])))
  const ids = mates.map(m => m.studentId)
  return (
    <Sheet title={t('寝室长确认')} className={style.card}>
      <p className="ql-quiet">{mine.room}</p>
      <ul className={style.mates}>
        {mates.map(m => (
          <li key={m.studentId}>
            {isOpen ? (
              <Checkbox checked={!out.has(m.studentId)} onChange={() => toggle(m.studentId)}>
                {t('{{bed}} 床 {{name}}', { bed: m.bedNo, name: m.name })}
              </Checkbox>
            ) : (
              <span>{t('{{bed}} 床 {{name}}', { bed: m.bedNo, name: m.name })}</span>
            )}
            <StateTag of={nightResults} state={m.result} />
          </li>
        ))}
      </ul>
      {act.error ? <Refused what={t('没有确认')} error={act.error} /> : null}
      {isOpen ? (
        <Button size="large" block loading={act.isPending} onClick={() => act.mutate({ inIds: ids.filter(id => !out.has(id)), outIds: ids.filter(id => out.has(id)) })}>
          {out.size ? t('确认 {{n}} 人在寝，{{out}} 人不在', { n: ids.length - out.size, out: out.size }) : t('确认 {{n}} 人都在寝', { n: ids.length })}
        </Button>
      ) : mine.opensAt ? (
        <p className="ql-help">{t('{{from}} 至 {{to}} 可以确认', { from: formatClock(mine.opensAt), to: formatClock(mine.closesAt ?? '') })}</p>
      ) : null}
    </Sheet>
  )
}
