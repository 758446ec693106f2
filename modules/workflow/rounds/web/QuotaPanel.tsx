import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { Entity } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import type { RoundEntity } from '../model/round.ts'
import { type QuotaActions, SEAT_MOVES } from '../model/round-quota.ts'
import style from './rounds.module.css'

type Seats = AnswerOf<QuotaActions['seats']>
type Holder = Seats['holders'][number]
const LEAST_REASON = 2
interface Props {
  of: Entity & Pick<RoundEntity, 'name'>
  actions: QuotaActions
  id: string
  name: string
  onClose: () => void
}
/** Seats of a round by college: issued, held, used, returned and free, with the ledger and reallotment. */
export function QuotaPanel({ of, actions, id, name, onClose }: Props) {
  const read = useRead(actions.seats, { id })
  const { data } = read
  const mayAllot = useCan(actions.allot.permission)
  const [wanted, setWanted] = useState<Readonly<Record<string, { was: number; issued: number }>>>({})
  const [reason, setReason] = useState('')
  const changes = Object.entries(wanted).filter(([, w]) => w.issued !== w.was)
  useUnsaved(changes.length > 0)
  const act = useAct(actions.allot, {
    changes: [of.name],
    done: t('名额已分配'),
    onDone: () => {
      setWanted({})
      setReason('')
    },
  })
  const send = () => act.mutate({ id, reason: reason.trim(), quotas: changes.map(([holder, w]) => ({ holder, ...w })) })
  const change = (holder: Holder, issued: number | null) => setWanted(now => ({ ...now, [holder.holder]: { was: now[holder.holder]?.was ?? holder.issued, issued: issued ?? 0 } }))
  const holders = data?.holders ?? []
  return (
    <Panel
      open
      size={720}
      title={t('“{{name}}”的名额', { name })}
      onClose={onClose}
      footer={
        mayAllot ? (
          <div className="ql-acts">
            <Button onClick={onClose}>{t('关闭')}</Button>
            <Button type="primary" disabled={!changes.length || reason.trim().length < LEAST_REASON} loading={act.isPending} onClick={send}>
              {changes.length ? t('分配 {{n}} 项', { n: changes.length }) : t('分配名额')}
            </Button>
          </div>
        ) : undefined
      }
    >
      {act.error ? <Refused what={t('没有分配')} error={act.error} /> : null}
      {data ? (
        <Stack className={style.part}>
          <Says holders={holders} />
          <SeatTable holders={holders} wanted={wanted} {...(mayAllot ? { onChange: change } : {})} />
          {changes.length ? (
            <div>
              <label htmlFor="round-reason">{t('原因')}</label>
              <Input id="round-reason" maxLength={200} value={reason} onChange={event => setReason(event.target.value)} />
            </div>
          ) : null}
          <Entries entries={data.entries} />
        </Stack>
      ) : (
        <Loading of={read} lines={8} />
      )}
    </Panel>
  )
}
/** Status sentence. */
function Says({ holders }: { holders: readonly Holder[] }) {
  const sum = (key: 'issued' | 'held' | 'used' | 'free') => formatNumber(holders.reduce((n, h) => n + h[key], 0))
  return (
    <p role="status">
      {t('下达 {{issued}} 个，已用 {{used}} 个，占用 {{held}} 个，还剩 {{free}} 个。', { issued: sum('issued'), used: sum('used'), held: sum('held'), free: sum('free') })}
    </p>
  )
}
interface SeatTableProps {
  holders: readonly Holder[]
  wanted: Readonly<Record<string, { was: number; issued: number }>>
  onChange?: (holder: Holder, issued: number | null) => void
}
function SeatTable({ holders, wanted, onChange }: SeatTableProps) {
  const issued = (holder: Holder) =>
    onChange ? (
      <InputNumber
        aria-label={t('{{name}}的名额', { name: holder.name })}
        min={0}
        max={1_000_000}
        precision={0}
        value={wanted[holder.holder]?.issued ?? holder.issued}
        onChange={value => onChange(holder, value)}
      />
    ) : (
      formatNumber(holder.issued)
    )
  return (
    <PlainTable
      label={t('名额')}
      rows={holders}
      keyOf={h => h.holder}
      columns={[
        [t('名额单位'), h => h.name],
        [t('下达'), issued],
        [t('占用'), h => formatNumber(h.held)],
        [t('已用'), h => formatNumber(h.used)],
        [t('退回'), h => formatNumber(h.returned)],
        [t('剩余'), h => formatNumber(h.free)],
      ]}
    />
  )
}
function Entries({ entries }: { entries: Seats['entries'] }) {
  if (!entries.length) return <p className="ql-quiet">{t('还没有变动')}</p>
  return (
    <section aria-label={t('最近变动')}>
      <h3>{t('最近变动')}</h3>
      <ul className={style.entries}>
        {entries.map(e => (
          <li key={`${e.at}${e.name}${e.kind}${e.amount}`}>
            <time>{formatDatetime(e.at)}</time>
            <span>{t('{{name}}{{kind}} {{n}} 个', { name: e.name, kind: t(SEAT_MOVES[e.kind]), n: formatNumber(e.amount) })}</span>
            <small>{[e.by, e.note].filter(Boolean).join(' · ')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
