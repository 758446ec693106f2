import { type ReactNode, useState } from 'react'
import type { Entity } from '#model'
import { audienceInput } from '#modules/system/web/AudienceInput.tsx'
import { type Acts, flatActs } from '#web/feedback/Acts.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { ColumnOf, Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import type { RoundEntity } from '../../model/round.ts'
import type { RoundActions } from '../../model/round-actions.ts'
import type { QualifyActions } from '../../model/round-qualify.ts'
import type { QuotaActions } from '../../model/round-quota.ts'
import { PublishPanel } from '../PublishPanel.tsx'
import { QualifyPanel } from '../QualifyPanel.tsx'
import { QuotaPanel } from '../QuotaPanel.tsx'

interface Props<E extends RoundEntity> {
  of: E
  actions: RoundActions
  /** The module's own columns and fields, after the common ones. */
  columns?: ReadonlyArray<ColumnOf<E>>
  fields?: FormLayout<keyof E['fields'] & string>
  initial?: Readonly<Record<string, unknown>>
  title?: ReactNode
  /** View tabs of the page. */
  views?: ReactNode
  /** For rounds with seats allotted to colleges. */
  quota?: QuotaActions
  /** For rounds with conditions: preview of who qualifies. */
  qualify?: QualifyActions
  /** The module's own actions of a round, before the common ones; also on a phone. */
  acts?: (row: Shown<E>) => Acts
  /** Opens a round; default: its form. */
  onOpen?: (row: Shown<E>) => void
}
type OpenPanel = { verb: 'seats' | 'qualify' | 'publish' | 'extend' | 'close' | 'pause' | 'cancel' | 'copy'; row: Shown<RoundEntity> }
const RUNNING: readonly string[] = ['upcoming', 'open', 'paused']

/** List of batches or tasks of one kind with all publisher actions: edit, preview, publish, extend, pause, end, copy. */
export function RoundTable<E extends RoundEntity>({ of, actions, columns = [], fields = [], initial, title, views, quota, qualify, acts, onOpen }: Props<E>) {
  const { can } = useSession()
  const [asked, setAsked] = useState<OpenPanel>()
  // what a module draws itself, such as the next step with its button, is on a phone's card, too
  const [drawn, alsoDrawn] = columns.flatMap(c => (typeof c === 'object' && c.render && !c.hidden ? [c.key] : [])).slice(-2)
  const ask = (verb: keyof RoundActions & OpenPanel['verb'], row: Shown<RoundEntity>) =>
    can(actions[verb].permission) && { of: actions[verb], label: t(actions[verb].label), onClick: () => setAsked({ verb, row }) }
  return (
    <>
      <EntityTable<RoundEntity>
        of={of as RoundEntity}
        {...(title === undefined ? {} : { title })}
        views={views}
        columns={[
          'name',
          'phase',
          { key: 'beginTime', title: t('时间'), width: 260, align: 'left', render: row => `${formatDatetime(row.beginTime)} – ${formatDatetime(row.endTime)}` },
          { key: 'audienceCount', title: t('人数'), width: 90, render: row => (row.audienceCount === null ? '—' : formatNumber(row.audienceCount)) },
          ...(columns as ReadonlyArray<ColumnOf<RoundEntity>>),
          { key: 'ownerDepartmentId', hidden: true },
          { key: 'stateNote', hidden: true },
        ]}
        facts={['beginTime', drawn ?? 'audienceCount', alsoDrawn]}
        filters={['state', 'beginTime']}
        form={{
          size: 720,
          layout: [
            { title: '批次', fields: ['name', 'beginTime', 'endTime', 'xn', 'xqM', 'ownerDepartmentId'] },
            ...(fields as FormLayout<keyof RoundEntity['fields'] & string>),
            { title: '受众', fields: [{ field: 'audience', render: audienceInput(actions.publish.permission) }] },
          ],
          initial: { audience: { all: true }, ...initial } as never,
        }}
        {...(onOpen ? { onOpen: row => onOpen(row as Shown<E>) } : { detail: { except: ['processType'] } })}
        rowActions={row => {
          const phase = row.phase ?? ''
          return [
            ...flatActs(acts?.(row as Shown<E>)),
            qualify &&
              can(qualify.qualify.permission) &&
              (phase === 'draft' || RUNNING.includes(phase)) && { label: t(qualify.qualify.label), onClick: () => setAsked({ verb: 'qualify', row }) },
            ask('publish', row),
            ask('extend', row),
            ask('pause', row),
            <ActionButton key="resume" of={actions.resume} input={{ id: row.id }} confirm={t('恢复后受众会收到通知，到 {{time}} 结束。', { time: formatDatetime(row.endTime) })} />,
            ask('close', row),
            ask('copy', row),
            quota && can(quota.seats.permission) && { label: t(quota.seats.label), onClick: () => setAsked({ verb: 'seats', row }) },
            <ActionButton key="archive" of={actions.archive} input={{ id: row.id }} confirm={t('归档后只能查看和复制。')} />,
            ask('cancel', row),
          ]
        }}
      />
      {asked ? <Verb of={of} actions={actions} quota={quota} qualify={qualify} {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}
type VerbProps = OpenPanel & { of: Entity; actions: RoundActions; quota: QuotaActions | undefined; qualify: QualifyActions | undefined; onClose: () => void }
function Verb({ of, actions, quota, qualify, verb, row, onClose }: VerbProps) {
  const { id, name } = row
  const changes = ['process']
  if (verb === 'seats') return quota ? <QuotaPanel of={of} actions={quota} id={id} name={name} onClose={onClose} /> : null
  if (verb === 'qualify') return qualify ? <QualifyPanel of={of} actions={qualify} id={id} name={name} onClose={onClose} /> : null
  if (verb === 'publish') return <PublishPanel of={of} actions={actions} row={row} onClose={onClose} />
  if (verb === 'copy')
    return <ActionForm of={actions.copy} input={{ id }} initial={{ name }} changes={changes} onClose={onClose} note={t('受众和设置照“{{name}}”，时间重新填写。', { name })} />
  const told = <p className="ql-help">{row.publishedAt ? t('“{{name}}”的受众会收到通知和原因。', { name }) : t('“{{name}}”还没有发布，不会通知别人。', { name })}</p>
  if (verb === 'extend') return <ActionForm of={actions.extend} input={{ id }} initial={{ endTime: row.endTime }} changes={changes} onClose={onClose} note={told} />
  return <ActionForm of={actions[verb]} input={{ id }} changes={changes} onClose={onClose} note={told} danger={verb !== 'pause'} />
}
