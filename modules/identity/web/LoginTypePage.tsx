import { Select } from 'antd'
import { USER_TYPES } from '#modules/system/model/user.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { loginType, WAYS, type Way } from '../model/credentials-ways.ts'
import style from './credentials.module.css'

/** 登录方式: sign-in methods per realm, terminal and user type, in the order of the sign-in page. */
export default function LoginTypePage() {
  return (
    <>
      <EntityTable<typeof loginType>
        of={loginType}
        columns={[
          'realm',
          'terminal',
          {
            key: 'userType',
            align: 'left',
            render: row => (row.userType === null ? t('所有用户') : t(USER_TYPES[row.userType as keyof typeof USER_TYPES] ?? String(row.userType))),
          },
          { key: 'ways', width: 320, render: row => row.ways.map(way => t(WAYS[way as Way])).join(t('、')) },
          'defaultWay',
          'isEnabled',
        ]}
        filters={['realm', 'terminal', 'isEnabled']}
        detail={false}
        form={{
          layout: [
            { title: '给谁', fields: ['realm', 'terminal', { field: 'userType', render: props => <UserTypeInput {...props} /> }] },
            { title: '登录方式', fields: [{ field: 'ways', render: props => <WaysInput {...props} /> }, 'defaultWay', 'isEnabled'] },
          ],
        }}
      />
      <p className={`${style.quiet} ${style.note}`}>{t('没有设置的，所有方式都开放。按“终端”和“用户类型”都写明的优先；系统管理员始终可以用账号密码登录。')}</p>
    </>
  )
}
function UserTypeInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  return (
    <Select
      id={id}
      disabled={disabled}
      aria-describedby={describedBy}
      allowClear
      placeholder={t('所有用户')}
      value={typeof value === 'number' ? value : null}
      options={Object.entries(USER_TYPES).map(([key, label]) => ({ value: Number(key), label: t(label) }))}
      onChange={next => onChange(next ?? null)}
    />
  )
}
/** Chosen methods keep the order of choice, which is the order on the sign-in page. */
function WaysInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  return (
    <Select
      id={id}
      mode="multiple"
      disabled={disabled}
      aria-describedby={describedBy}
      placeholder={t('按显示的顺序选择')}
      value={(value ?? []) as string[]}
      options={Object.entries(WAYS).map(([key, label]) => ({ value: key, label: t(label) }))}
      onChange={next => onChange(next)}
    />
  )
}
