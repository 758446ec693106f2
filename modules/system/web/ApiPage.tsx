import { Segmented } from 'antd'
import { permissionKey } from '#model'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan } from '#web/session/useCan.ts'
import { apiClient } from '../model/api-client.ts'
import { ApiClients } from './ApiClients.tsx'
import { ApiList } from './ApiList.tsx'

/** 系统管理 → 接口: the routes of the program, and the API applications. */
export default function ApiPage() {
  const [params, setParams] = useOwnParams()
  const mayClients = useCan(permissionKey(apiClient, 'list'))
  const isClients = mayClients && params.get('tab') === 'clients'
  const tabs = [
    { value: 'apis', label: t('接口') },
    { value: 'clients', label: t('开放应用') },
  ]
  const views = mayClients ? (
    <Segmented value={isClients ? 'clients' : 'apis'} options={tabs} onChange={tab => setParams(() => new URLSearchParams(tab === 'clients' ? { tab } : {}))} />
  ) : null
  return isClients ? (
    <ApiClients views={views} />
  ) : (
    <Page title={t('接口')} views={views}>
      <ApiList />
    </Page>
  )
}
