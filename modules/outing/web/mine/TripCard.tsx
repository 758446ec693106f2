import { Button, Checkbox } from 'antd'
import { HeartHandshake, LocateFixed } from 'lucide-react'
import { useState } from 'react'
import type { Action } from '#model'
import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { usePosition } from '#web/position/usePosition.ts'
import { formatDatetime } from '#web/values/format.ts'
import { comeBack, confirmOuting, declineOuting, goOut, reportSafe, rollGroup } from '../../model/actions.ts'
import { outingApplication } from '../../model/application.ts'
import { outingStates, SEEN_WAYS } from '../../model/going-out.ts'
import { spanText } from '../labels.ts'
import style from '../outing.module.css'

export const APPLY = '/outing/apply'
type Mine = MineOf<typeof outingApplication>
const isWith = (m: Mine['members'][number]): boolean => m.isConfirmed && ['registered', 'out', 'overdue'].includes(m.state)

/** One trip with available actions. */
export function TripCard({ row, at, canLocate }: { row: Mine; at: { isNamed: boolean }; canLocate: boolean }) {
  const can = (verb: Mine['can'][number]): boolean => row.can.includes(verb)
  const [isRolling, setRolling] = useState(false)
  const gone = row.members.length ? t('同行同学的登记也会一起取消。') : t('取消后可以重新登记。')
  return (
    <>
      <MyApplication
        of={outingApplication}
        row={row}
        at={at}
        label={row.place}
        title={can('confirm') ? t('{{place}}（待你确认）', { place: row.place }) : row.place}
        states={outingStates}
        standing={standing(row)}
        isOverdue={row.state === 'overdue' || row.asksSafe}
        apply={APPLY}
        withdrawNote={gone}
        cancel={{ label: t('取消外出'), note: gone }}
        acts={<Acts row={row} can={can} canLocate={canLocate} onRoll={() => setRolling(true)} />}
      >
        <p>{spanText(row)}</p>
        <p className="ql-quiet">{[row.region, row.leaderName ? t('{{name}} 登记', { name: row.leaderName }) : row.companions].filter(Boolean).join(' · ')}</p>
        {row.members.length ? (
          <ul className={style.members}>
            {row.members.map(m => (
              <li key={m.id}>
                <span>{m.name}</span>
                <span className="ql-quiet">{m.isConfirmed || m.state === 'cancelled' ? t(outingStates.labels[m.state]) : t('待确认')}</span>
              </li>
            ))}
          </ul>
        ) : null}
        {can('back') && !canLocate ? <p className="ql-help">{t('学校没有设置位置，不能定位，请走门禁或请辅导员登记')}</p> : null}
      </MyApplication>
      {isRolling ? <Roll row={row} onClose={() => setRolling(false)} /> : null}
    </>
  )
}
interface ActsProps {
  row: Mine
  can: (verb: Mine['can'][number]) => boolean
  canLocate: boolean
  onRoll: () => void
}
function Acts({ row, can, canLocate, onRoll }: ActsProps) {
  const input = { id: row.id }
  return (
    <>
      {can('back') && canLocate ? <Located of={comeBack} id={row.id} isMain={row.state !== 'registered'} label={t('我回来了')} /> : null}
      {can('leave') && canLocate ? <Located of={goOut} id={row.id} isMain label={t('我出发了')} /> : null}
      {can('safe') ? (
        <ActionButton of={reportSafe} input={input} type={row.asksSafe ? 'primary' : 'default'} icon={<HeartHandshake size={16} />} done={t('已报平安')}>
          {t('报平安')}
        </ActionButton>
      ) : null}
      {can('confirm') ? <ActionButton of={confirmOuting} input={input} type="primary" /> : null}
      {can('decline') ? <ActionButton of={declineOuting} input={input} confirm={t('不参加后，登记的同学会看到。')} /> : null}
      {row.members.some(isWith) ? <Button onClick={onRoll}>{t('返校点名')}</Button> : null}
    </>
  )
}
function standing(row: Mine): string {
  if (row.state === 'overdue') return t('已过计划返校时间，回来了请点“我回来了”，回不来请联系辅导员')
  if (row.asksSafe) return t('今天还没有报平安')
  if (row.backAt) return t('{{time}} 返校（{{way}}）', { time: formatDatetime(row.backAt), way: row.backWay ? t(SEEN_WAYS[row.backWay]) : '—' })
  if (row.outAt) return t('{{time}} 外出（{{way}}）', { time: formatDatetime(row.outAt), way: row.outWay ? t(SEEN_WAYS[row.outWay]) : '—' })
  return ''
}
/** Reads the position once, when pressed. */
function Located({ of, id, label, isMain }: { of: typeof comeBack | typeof goOut; id: string; label: string; isMain: boolean }) {
  const { locate, isLocating, problem } = usePosition(t('走门禁、请辅导员登记'))
  const act = useAct(of as typeof comeBack & Action, { done: label })
  const press = () => void locate(position => act.mutate({ id, ...position }))
  return (
    <>
      <Button type={isMain ? 'primary' : 'default'} icon={<LocateFixed size={16} />} loading={isLocating || act.isPending} onClick={press}>
        {label}
      </Button>
      {problem ? (
        <p className="ql-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {act.error ? <Refused what={label} error={act.error} /> : null}
    </>
  )
}
/** The leader records who came back. */
function Roll({ row, onClose }: { row: Mine; onClose: () => void }) {
  const members = row.members.filter(isWith)
  const [ids, setIds] = useState<string[]>(() => members.map(m => m.id))
  const act = useAct(rollGroup, { onDone: onClose, done: t('已点名') })
  return (
    <Panel
      open
      title={t('返校点名')}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} onClick={() => act.mutate({ id: row.id, presentIds: ids })}>
            {t('{{n}} 人已到', { n: ids.length })}
          </Button>
        </div>
      }
    >
      {act.error ? <Refused what={t('返校点名')} error={act.error} /> : null}
      <Checkbox.Group value={ids} onChange={next => setIds(next)} options={members.map(m => ({ value: m.id, label: m.name }))} style={{ display: 'grid', gap: 16 }} />
    </Panel>
  )
}
