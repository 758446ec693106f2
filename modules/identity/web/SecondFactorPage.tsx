import { Checkbox, Input } from 'antd'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { ActPlace } from '#web/feedback/Acts.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { useRead } from '#web/records/useRead.ts'
import { factorList, factorReset } from '../model/credentials-factor.ts'
import style from './credentials.module.css'

type Line = OutputOf<typeof factorList>['result'][number]

/** 二次验证: accounts that need a second factor, their state, and the reset of a lost one. */
export default function SecondFactorPage() {
  const narrow = useNarrow()
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [page, setPage] = useState({ page: 1, size: 20 })
  const keyword = useSettled(typed.trim(), 300)
  const query = { current: page.page, size: page.size, ...(keyword ? { keyword } : {}), ...(isMissing ? { isMissing } : {}) }
  const read = useRead(factorList, query, { keeps: true })
  const { data } = read
  const first = () => setPage({ ...page, page: 1 })
  return (
    <Page title={t('二次验证')} actions={data && !data.isEnabled ? <span className={style.quiet}>{t('学校已关闭二次验证，可以在“密码策略”里开启')}</span> : null}>
      <Sheet isBare>
        <div className={style.filters}>
          <Input
            allowClear
            aria-label={t('姓名或账号')}
            placeholder={t('姓名或账号')}
            prefix={<Search size={15} />}
            value={typed}
            onChange={e => {
              setTyped(e.target.value)
              first()
            }}
          />
          <Checkbox
            checked={isMissing}
            onChange={e => {
              setMissing(e.target.checked)
              first()
            }}
          >
            {t('只看未设置的')}
          </Checkbox>
        </div>
        {!data ? (
          <Loading of={read} lines={6} />
        ) : !data.result.length ? (
          <Empty title={t('没有符合条件的人员')} />
        ) : narrow ? (
          <ul className={style.lines} style={{ padding: '0 16px' }}>
            {data.result.map(row => (
              <li key={row.id}>
                <div>
                  <b>
                    {row.nickName} {row.accountNo}
                  </b>
                  <small>{row.roleNames}</small>
                  <Standing row={row} />
                </div>
                <Reset row={row} />
              </li>
            ))}
          </ul>
        ) : (
          <Table rows={data.result} />
        )}
        {data?.total ? <Pager state={page} total={data.total} onChange={part => setPage({ page: part.page ?? 1, size: part.size ?? page.size })} /> : null}
      </Sheet>
    </Page>
  )
}
function Standing({ row }: { row: Line }) {
  if (row.hasTotp) return <State tone="done">{t('身份验证器')}</State>
  return row.isVerified ? <State tone="done">{t('短信验证码')}</State> : <State tone={row.isRequired ? 'attention' : 'waiting'}>{t('未设置')}</State>
}
const Reset = ({ row }: { row: Line }) =>
  row.hasTotp || row.devices > 0 ? (
    <ActPlace value="row">
      <FormButton
        of={factorReset}
        input={{ id: row.id }}
        changes={['secondFactor']}
        danger
        note={t('{{name}}的身份验证器、恢复码和受信任的设备都会失效，下次登录时重新设置。请先确认是本人提出的。', { name: row.nickName })}
      >
        {t('重置')}
      </FormButton>
    </ActPlace>
  ) : null
const Table = ({ rows }: { rows: readonly Line[] }) => (
  <PlainTable
    label={t('二次验证')}
    rows={rows}
    keyOf={row => row.id}
    columns={[
      [t('姓名'), row => row.nickName],
      [t('账号'), row => row.accountNo],
      [t('角色'), row => row.roleNames],
      [t('现在用'), row => <Standing row={row} />],
      [t('恢复码'), row => (row.hasTotp ? row.codesLeft : '—')],
      [t('受信任设备'), row => row.devices || '—'],
      [t('操作'), row => <Reset row={row} />],
    ]}
  />
)
