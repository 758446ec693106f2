import { Segmented } from 'antd'
import { permissionKey } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { State, type Tone } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useCan, useMe } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { delegation, processInstance } from '../../cases/model/instance.ts'
import { DeputyInput } from '../../cases/web/public/DeputyInput.tsx'
import { TypesInput } from '../../flows/web/public/TypeSelect.tsx'
import { useTypes } from '../../flows/web/public/useTypes.ts'

/** 离岗委托: the user's delegations; watchers also see those of their people. */
export default function DelegationPage() {
  const { userId } = useMe().detail
  const isManager = useCan(permissionKey(processInstance, 'list'))
  const [params, , put] = useOwnParams()
  const isAll = isManager && params.get('whose') === 'all'
  const { names } = useTypes()
  const typeNames = (codes: unknown): string => {
    const chosen = Array.isArray(codes) ? codes : []
    return chosen.length ? chosen.map(code => names.get(code) ?? code).join(t('、')) : t('全部')
  }
  return (
    <EntityTable
      key={isAll ? 'all' : 'own'}
      of={delegation}
      {...(isAll ? {} : { where: { userId } })}
      views={
        isManager ? (
          <Segmented
            value={isAll ? 'all' : 'own'}
            aria-label={t('看谁的委托')}
            options={[
              { value: 'own', label: t('我的') },
              { value: 'all', label: t('我管的人的') },
            ]}
            onChange={whose => put({ whose: whose === 'all' ? 'all' : null, page: null })}
          />
        ) : null
      }
      columns={[
        ...(isAll ? (['userId'] as const) : []),
        'deputyId',
        { key: 'span', title: t('期间'), width: 200, render: row => t('{{from}} 至 {{to}}', { from: formatDate(row.from), to: formatDate(row.to) }) },
        { key: 'standing', title: t('状态'), width: 110, render: row => <Standing from={row.from} to={row.to} /> },
        { key: 'processTypes', title: t('业务类型'), width: 200, render: row => typeNames(row.processTypes) },
        'note',
      ]}
      filters={['from', 'to']}
      form={{
        layout: [
          { field: 'deputyId', help: t('代办人会看到你的待办，标“代”；你自己也还能办理。代办人不能再转给别人。'), render: input => <DeputyInput {...input} /> },
          'from',
          'to',
          { field: 'processTypes', render: input => <TypesInput {...input} /> },
          'note',
        ],
      }}
    />
  )
}
const STANDINGS = { before: ['waiting', '未开始'], now: ['done', '代办中'], over: ['over', '已结束'] } as const satisfies Readonly<Record<string, readonly [Tone, string]>>
function Standing({ from, to }: { from: string; to: string }) {
  const today = schoolDate(Date.now())
  const [tone, label] = STANDINGS[today < from ? 'before' : today > to ? 'over' : 'now']
  return <State tone={tone}>{t(label)}</State>
}
