import { Segmented } from 'antd'
import { useState } from 'react'
import { permissionKey } from '#model'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { appInfo, appName } from '../model/app.ts'
import { appLayout, audienceText } from './appForm.tsx'
import '#web/records/records.css'
import { classes } from '#web/layout/classes.ts'
import style from './system.module.css'

/** 系统管理 → 应用: apps of the service hall with their audience, and branding per realm. */
export default function AppPage() {
  const { can } = useSession()
  const [tab, setTab] = useState('apps')
  const tabs = [
    { value: 'apps', label: t('应用') },
    { value: 'info', label: t('标题与登录页') },
  ]
  return (
    <div>
      {can(permissionKey(appInfo, 'list')) ? <Segmented className={classes(style.tabs)} value={tab} options={tabs} onChange={setTab} /> : null}
      {tab === 'apps' ? <Apps /> : <Infos />}
    </div>
  )
}
const Apps = () => (
  <EntityTable<typeof appName>
    of={appName}
    columns={[
      'name',
      'category',
      { key: 'url', align: 'left' },
      'terminals',
      { key: 'audience', title: '开放对象', width: 180, render: row => audienceText(row.audience) },
      'beginAt',
      'endAt',
      'isRecommended',
      'isEnabled',
      { key: 'sort', hidden: true },
    ]}
    filters={['category', 'isEnabled', 'isRecommended']}
    form={{ layout: appLayout }}
  />
)
const Infos = () => (
  <EntityTable<typeof appInfo>
    of={appInfo}
    columns={['globalTitle', 'appType', 'globalViceTitle', 'ssoType', 'isWartermark', 'showLogin', 'recordNo']}
    form={{
      layout: [
        { title: '标题', fields: ['appType', 'globalTitle', 'globalViceTitle', 'logo', 'recordNo', 'languages'] },
        { title: '登录页', fields: ['loginTips', 'loginBackground', 'showLogin'] },
        { title: '单点登录', fields: ['ssoType', 'ssoLoginUrl', 'ssoLogoutUrl'] },
        { title: '其他', fields: ['isWartermark', 'wartermarkText', 'ureportUrl'] },
      ],
    }}
  />
)
