import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { TERMS } from '#modules/campus/model/calendar.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { myGrowth } from '../model/actions.ts'
import { evidenceKind, evidenceLevel, evidencePlace } from '../model/evidence.ts'

type Entry = NonNullable<AnswerOf<typeof myGrowth>['entries'][number]>
/** 我的成长: what the school knows that I have done, by term. */
export default function MyGrowthPage() {
  return (
    <StudentsOnly title={t('我的成长')} otherwise={t('当前账号不是学生，没有自己的成长记录')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myGrowth, {})
  return (
    <Page
      title={t('我的成长')}
      width="form"
      actions={
        <Link to="/evidence/declare">
          <Button type="primary">{t('申报成果')}</Button>
        </Link>
      }
    >
      <Loaded of={read}>{({ entries }) => <Terms of={entries.flatMap(e => e ?? [])} />}</Loaded>
    </Page>
  )
}
const ALL = 'all'
/** What speaks against somebody. */
const AGAINST = new Set(['absence', 'punishment', 'dormitoryCheck'])
function Terms({ of }: { of: readonly Entry[] }) {
  const kindName = useDict(evidenceKind)
  const [kind, setKind] = useState(ALL)
  if (!of.length) return <Empty title={t('还没有成长记录')}>{t('竞赛、证书、志愿服务等可以自己申报。')}</Empty>
  const kinds = [...new Set(of.map(e => e.kind))]
  const shown = kind === ALL ? of : of.filter(e => e.kind === kind)
  return (
    <Stack>
      <Select
        aria-label={t('类别')}
        value={kind}
        onChange={setKind}
        options={[{ value: ALL, label: t('全部') }, ...kinds.map(value => ({ value, label: dictLabel(kindName, value) }))]}
      />
      {[...Map.groupBy(shown, e => (e.xn ? `${t('{{xn}} 学年', { xn: e.xn })} ${e.xqM ? t(TERMS[e.xqM as keyof typeof TERMS]) : ''}` : t('其他')))].map(([term, entries]) => (
        <Sheet key={term} title={term}>
          <Events of={entries} label={term} />
        </Sheet>
      ))}
    </Stack>
  )
}
function Events({ of, label }: { of: readonly Entry[]; label: string }) {
  const [kind, level, place] = [useDict(evidenceKind), useDict(evidenceLevel), useDict(evidencePlace)]
  return (
    <Timeline
      label={label}
      events={of.map(e => ({
        key: e.id,
        at: formatDate(e.occurredOn),
        what: e.isReversed ? <s>{e.title}</s> : e.title,
        more: [
          dictLabel(kind, e.kind),
          e.level && dictLabel(level, e.level),
          e.place && dictLabel(place, e.place),
          e.quantity === null ? null : String(e.quantity),
          e.source,
          e.isReversed ? t('已冲销：{{reason}}', { reason: e.reason ?? '' }) : null,
        ]
          .filter(Boolean)
          .join(' · '),
        tone: e.isReversed ? 'refused' : AGAINST.has(e.kind) ? 'attention' : 'done',
      }))}
    />
  )
}
