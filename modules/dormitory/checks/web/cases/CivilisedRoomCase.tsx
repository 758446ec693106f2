import { useMemo } from 'react'
import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { Chart } from '#web/charts/Chart.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { civilisedCard } from '../../model/civilised-actions.ts'
import { scoreLine } from '../score-line.ts'

type Title = NonNullable<AnswerOf<typeof civilisedCard>>

/** Card for deciding a title: weekly scores against the conditions, quota, residents. */
export default function CivilisedRoomCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(civilisedCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Scores card={card} />
          <Pair>
            <Seats card={card} />
            <Members card={card} />
          </Pair>
        </>
      )}
    </Card>
  )
}
function Scores({ card }: { card: Title }) {
  const { weeks } = card
  const option = useMemo(() => scoreLine(weeks), [weeks])
  return (
    <Part
      label={card.room}
      title={t('{{room}} 平均 {{mean}} 分', { room: card.room, mean: card.mean ?? '—' })}
      note={<span className="ql-quiet">{t('{{from}} 至 {{to}}', { from: formatDate(card.from), to: formatDate(card.to) })}</span>}
    >
      <p>
        {[
          t('要求平均 {{n}} 分以上', { n: card.minMean }),
          t('最低一次 {{n}} 分，要求 {{least}} 分以上', { n: card.lowest ?? '—', least: card.minSingle }),
          card.violations ? t('一般及以上违纪 {{n}} 次', { n: card.violations }) : t('没有一般及以上违纪'),
        ].join(t('；'))}
      </p>
      {weeks.length > 1 ? <Chart option={option} height={150} label={t('最近 {{n}} 周得分', { n: weeks.length })} /> : null}
    </Part>
  )
}
const Seats = ({ card }: { card: Title }) => (
  <Part label={t('学院名额')} title={card.college ?? t('学院名额')}>
    <p>{t('名额 {{quota}} 间，已通过 {{used}} 间；按平均分排第 {{place}}', { quota: card.quota, used: card.used, place: card.place })}</p>
    <FactList facts={[[t('申报说明'), card.reason]]} />
  </Part>
)
const Members = ({ card }: { card: Title }) => (
  <Part label={t('成员')}>
    <p>{card.members.flatMap(m => (m ? [m.className ? t('{{name}}（{{class}}）', { name: m.name, class: m.className }) : m.name] : [])).join(t('、'))}</p>
  </Part>
)
