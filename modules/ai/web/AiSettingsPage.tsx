import { Segmented } from 'antd'
import { permissionKey } from '#model'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useSession } from '#web/session/useCan.ts'
import { aiCall } from '../model/call.ts'
import { aiProvider, testAiProvider } from '../model/provider.ts'
import { aiQuota } from '../model/quota.ts'
import { aiTestCase } from '../model/test-case.ts'
import { aiTestRun } from '../model/test-run.ts'
import { aiUse } from '../model/use.ts'
import { TestRuns } from './settings/TestRuns.tsx'
import '#web/records/records.css'

const Providers = () => (
  <EntityTable
    of={aiProvider}
    columns={['name', 'model', 'baseUrl', 'place', 'priority', 'timeout', 'priceIn', 'priceOut', 'isEnabled', { key: 'filingNo', hidden: true }]}
    form={{
      layout: [
        { title: '服务', note: t('系统参数“AI”里的那一家最先用，这里是其余的。'), fields: ['name', 'baseUrl', 'model', 'apiKey', 'timeout', 'priority', 'isEnabled'] },
        { title: '备案与价格', fields: ['place', 'filingNo', 'priceIn', 'priceOut'] },
      ],
    }}
    rowActions={row => (
      <ActionButton
        of={testAiProvider}
        input={{ id: row.id }}
        changes={['aiCall']}
        done={false}
        onDone={({ ms, answer }) => notify.success(t('AI 服务正常，用时 {{ms}} 毫秒', { ms }), answer)}
      />
    )}
  />
)
const Uses = () => (
  <EntityTable
    of={aiUse}
    columns={['code', 'isEnabled', 'providerId', 'dailyPerUser', 'promptVersion', { key: 'minSimilarity', hidden: true }, { key: 'officeId', hidden: true }]}
    form={{
      layout: ['isEnabled', 'providerId', 'dailyPerUser', { field: 'minSimilarity', when: v => v.code === 'policyQa' }, { field: 'officeId', when: v => v.code === 'policyQa' }],
    }}
  />
)
const Quotas = () => (
  <EntityTable
    of={aiQuota}
    columns={['scope', 'use', 'period', 'limitTokens', 'used', 'reserved', 'resetsAt']}
    form={{ layout: ['scope', { field: 'use', when: v => v.scope !== 'school' }, 'period', 'limitTokens'] }}
  />
)
const TONES = { ok: 'done', noSource: 'attention', refused: 'attention', quota: 'attention', error: 'refused', timeout: 'refused' } as const
const Calls = () => (
  <EntityTable
    of={aiCall}
    columns={[
      'at',
      'userId',
      'use',
      'provider',
      'model',
      { key: 'result', tones: TONES },
      'tokensIn',
      'tokensOut',
      'cost',
      'ms',
      'replacedCount',
      'accepted',
      { key: 'promptVersion', hidden: true },
    ]}
    filters={['use', 'result', 'userId', 'at']}
  />
)
const Cases = () => <EntityTable of={aiTestCase} columns={['question', 'mustCite', 'mustNotSay', 'isEnabled']} filters={['isEnabled']} facts={['mustCite', 'mustNotSay']} />
/** 系统管理 › AI 配置. */
export default function AiSettingsPage() {
  const [params, setParams] = useOwnParams()
  const { can } = useSession()
  const tabs = [
    { value: 'providers', label: t('服务商'), of: aiProvider, Tab: Providers },
    { value: 'uses', label: t('用途'), of: aiUse, Tab: Uses },
    { value: 'quotas', label: t('配额'), of: aiQuota, Tab: Quotas },
    { value: 'cases', label: t('测试题'), of: aiTestCase, Tab: Cases },
    { value: 'tests', label: t('测试结果'), of: aiTestRun, Tab: TestRuns },
    { value: 'calls', label: t('调用记录'), of: aiCall, Tab: Calls },
  ].filter(tab => can(permissionKey(tab.of, 'list')))
  const chosen = tabs.find(tab => tab.value === params.get('tab')) ?? tabs[0]
  if (!chosen) return null
  return (
    <section>
      <Segmented
        className="ql-tabs"
        value={chosen.value}
        options={tabs.map(({ value, label }) => ({ value, label }))}
        onChange={tab => setParams(() => new URLSearchParams({ tab }))}
      />
      <chosen.Tab />
    </section>
  )
}
