import { Button, Checkbox, Input, Select } from 'antd'
import { RotateCw, Search } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { useAct } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect, useSettled } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { kickOnline, kickRole, onlineUsers, TERMINALS } from '../model/credentials-sessions.ts'
import { WAY_REALMS } from '../model/credentials-ways.ts'
import style from './credentials.module.css'
import { deviceWords } from './device-labels.ts'

type Line = OutputOf<typeof onlineUsers>['result'][number]
const options = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label: t(label) }))

/** 在线用户: current sessions, with the option to end them. */
export default function OnlinePage() {
  const { can } = useSession()
  const narrow = useNarrow()
  const [filter, setFilter] = useState<{ keyword: string; realm?: string; terminal?: string; departmentId?: string | null; roleId?: string | null }>({ keyword: '' })
  const [page, setPage] = useState({ page: 1, size: 20 })
  const [picked, setPicked] = useState<readonly string[]>([])
  const [asking, ask] = useState<'sessions' | 'role'>()
  const keyword = useSettled(filter.keyword.trim(), 300)
  const given = { ...filter, keyword, current: String(page.page), size: String(page.size) }
  const query = Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''))
  const read = useRead(onlineUsers, query, { every: 30_000, keeps: true })
  const { data, isFetching } = read
  const narrowTo = (part: Partial<typeof filter>) => {
    setFilter({ ...filter, ...part })
    setPage({ ...page, page: 1 })
    setPicked([])
  }
  const mayKick = can(kickOnline.permission)
  const toggle = (id: string) => setPicked(picked.includes(id) ? picked.filter(p => p !== id) : [...picked, id])
  const rows = data?.result ?? []
  return (
    <Page title={t('在线用户')} actions={data ? <span className={style.quiet}>{t('{{people}} 人，{{total}} 处登录', { people: data.people, total: data.total })}</span> : null}>
      <Sheet isBare>
        <div className={style.filters}>
          <Input
            allowClear
            aria-label={t('姓名或账号')}
            placeholder={t('姓名或账号')}
            prefix={<Search size={15} />}
            value={filter.keyword}
            onChange={e => narrowTo({ keyword: e.target.value })}
          />
          <RefSelect to="department" aria-label={t('部门')} placeholder={t('部门')} value={filter.departmentId} onChange={departmentId => narrowTo({ departmentId })} />
          <RefSelect to="role" aria-label={t('角色')} placeholder={t('角色')} value={filter.roleId} onChange={roleId => narrowTo({ roleId })} />
          <Choice label={t('登录域')} of={WAY_REALMS} value={filter.realm} onChange={realm => narrowTo({ realm: realm ?? '' })} />
          <Choice label={t('终端')} of={TERMINALS} value={filter.terminal} onChange={terminal => narrowTo({ terminal: terminal ?? '' })} />
          <div className={style.acts}>
            <Button icon={<RotateCw size={15} />} loading={isFetching} onClick={() => void read.refetch()} aria-label={t('刷新')} />
            {mayKick && filter.roleId ? (
              <Button danger onClick={() => ask('role')}>
                {t('结束这个角色的所有会话')}
              </Button>
            ) : null}
            {mayKick ? (
              <Button danger disabled={!picked.length} onClick={() => ask('sessions')}>
                {picked.length ? t('结束 {{n}} 个会话', { n: picked.length }) : t('结束会话')}
              </Button>
            ) : null}
          </div>
        </div>
        {!data ? (
          <Loading of={read} lines={8} />
        ) : !rows.length ? (
          <Empty title={t('没有符合条件的在线用户')} />
        ) : narrow ? (
          <Cards rows={rows} picked={picked} onPick={mayKick ? toggle : undefined} />
        ) : (
          <Table rows={rows} picked={picked} onPick={mayKick ? toggle : undefined} />
        )}
        {data?.total ? <Pager state={page} total={data.total} onChange={part => setPage({ page: part.page ?? 1, size: part.size ?? page.size })} /> : null}
      </Sheet>
      {asking ? <Kick sessions={asking === 'sessions' ? picked : undefined} roleId={filter.roleId ?? ''} onClose={() => ask(undefined)} onDone={() => setPicked([])} /> : null}
    </Page>
  )
}
function Choice({ label, of, value, onChange }: { label: string; of: Readonly<Record<string, string>>; value: string | undefined; onChange: (value: string | undefined) => void }) {
  return <Select allowClear aria-label={label} placeholder={label} value={value || undefined} options={options(of)} onChange={onChange} />
}
interface Rows {
  rows: readonly Line[]
  picked: readonly string[]
  onPick: ((id: string) => void) | undefined
}
const Pick = ({ row, picked, onPick }: { row: Line } & Omit<Rows, 'rows'>) =>
  onPick ? (
    <Checkbox aria-label={t('选择{{name}}的会话', { name: row.nickName })} disabled={row.isCurrent} checked={picked.includes(row.id)} onChange={() => onPick(row.id)} />
  ) : null

const Table = ({ rows, ...pick }: Rows) => (
  <PlainTable
    label={t('在线用户')}
    rows={rows}
    keyOf={row => row.id}
    columns={[
      ...(pick.onPick ? [[t('选择'), (row: Line) => <Pick row={row} {...pick} />] as const] : []),
      [
        t('姓名'),
        row => (
          <>
            {row.nickName}
            {row.isCurrent ? <small className={style.quiet}> {t('本次登录')}</small> : null}
          </>
        ),
      ],
      [t('账号'), row => row.accountNo],
      [t('部门'), row => row.departmentName ?? '—'],
      [t('登录域'), row => t(WAY_REALMS[row.realm])],
      [t('终端'), row => t(TERMINALS[row.terminal])],
      [t('设备'), row => <span title={row.device ?? ''}>{deviceWords(row.device)}</span>],
      [t('地址'), row => row.ip ?? '—'],
      [t('登录时间'), row => formatDatetime(row.createdAt)],
      [t('最近活动'), row => formatDatetime(row.lastActiveAt)],
    ]}
  />
)
function Cards({ rows, ...pick }: Rows) {
  return (
    <ul className={style.lines} style={{ padding: '0 16px' }}>
      {rows.map(row => (
        <li key={row.id}>
          <Pick row={row} {...pick} />
          <div>
            <b>
              {row.nickName} {row.accountNo}
            </b>
            <small>
              {[t(TERMINALS[row.terminal]), deviceWords(row.device), row.ip, row.departmentName].filter(Boolean).join(' · ')}
              <br />
              {t('{{since}} 登录，{{last}} 活动', { since: formatDatetime(row.createdAt), last: formatDatetime(row.lastActiveAt) })}
            </small>
          </div>
        </li>
      ))}
    </ul>
  )
}
/** Confirms before ending sessions, and reports the number. */
function Kick({ sessions, roleId, onClose, onDone }: { sessions: readonly string[] | undefined; roleId: string; onClose: () => void; onDone: () => void }) {
  const over = (ended: number) => {
    notify.success(t('已结束 {{n}} 个会话', { n: ended }))
    onDone()
    onClose()
  }
  const some = useAct(kickOnline, { done: false, onDone: answer => over(answer.ended) })
  const all = useAct(kickRole, { done: false, onDone: answer => over(answer.ended) })
  const act = sessions ? some : all
  return (
    <Dialog
      open
      danger
      title={sessions ? t('结束 {{n}} 个会话', { n: sessions.length }) : t('结束这个角色的所有会话')}
      verb={t('结束会话')}
      busy={act.isPending}
      onAct={() => (sessions ? some.mutate({ sessionIds: [...sessions] }) : all.mutate({ roleId }))}
      onClose={onClose}
    >
      {act.error ? <Refused what={t('没有结束')} error={act.error} /> : <p>{t('这些人会在 5 秒内退出登录，未保存的内容可能丢失；他们可以重新登录。')}</p>}
    </Dialog>
  )
}
