import { Alert, Descriptions } from 'antd'
import { t } from '#web/i18n/index.ts'
import style from './door.module.css'

export interface TestAnswer {
  isOk: boolean
  fault: string | null
  externalId: string | null
  externalName: string | null
  raw: unknown
  user: { accountNo: string; nickName: string } | null
}
/** Raw response of a tested source and the matched account. */
export function TestResult({ of }: { of: TestAnswer }) {
  const user = of.user ? t('{{name}}（{{no}}）', { name: of.user.nickName, no: of.user.accountNo }) : t('没有对应的账号，会到绑定页面')
  return (
    <div className={style.test}>
      {of.isOk ? (
        <>
          <Alert type={of.user ? 'success' : 'warning'} showIcon title={of.user ? t('可以登录') : t('连接正常，但没有找到账号')} />
          <Descriptions
            column={1}
            size="small"
            items={[
              { key: 'id', label: t('外部账号'), children: of.externalId },
              { key: 'name', label: t('外部姓名'), children: of.externalName ?? '—' },
              { key: 'user', label: t('平台账号'), children: user },
            ]}
          />
        </>
      ) : (
        <Alert type="error" showIcon title={of.fault} />
      )}
      {of.raw ? (
        <>
          <h3>{t('原始回答')}</h3>
          <pre>{JSON.stringify(of.raw, null, 2)}</pre>
        </>
      ) : null}
    </div>
  )
}
