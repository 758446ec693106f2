import { Button } from 'antd'
import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Values } from '#model'
import { lazily } from '#web/base/chunk.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { notify } from '#web/http/notices.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { testAi } from '../../model/ai.ts'
import { type ParameterContent, type ParameterView, type paramsGroups, submitParams } from '../../model/params.ts'
import { ParameterInput } from '../ParameterInput.tsx'
import '#web/records/records.css'
import style from '../system.module.css'

export type Group = Omit<Values<typeof paramsGroups.output>, 'parameters'> & { parameters: readonly ParameterView[] }
const SaveParameters = lazily(() => import('../SaveParameters.tsx'))
const ParameterHistory = lazily(() => import('../ParameterHistory.tsx'))

/** One group: parameters, history, and a save that shows the changes first. */
export function GroupForm({ group }: { group: Group }) {
  const { can } = useSession()
  const [typed, setTyped] = useState<ParameterContent>({})
  const [opened, open] = useState<'save' | 'history'>()
  const mayEdit = can(submitParams.permission)
  const changed = group.parameters.filter(p => Object.hasOwn(typed, p.key) && typed[p.key] !== p.value)
  return (
    <Sheet className={style.role}>
      <header>
        <div>
          <h2>{tAny(group.name)}</h2>
          <small className={style.code}>
            {group.updatedAt ? t('{{name}} 于 {{time}} 修改', { name: group.updatedByName ?? t('系统'), time: formatDatetime(group.updatedAt) }) : t('还没有修改过，全部是默认值')}
          </small>
        </div>
        {group.paramsId === 'ai' ? <TestAi isChanged={changed.length > 0} /> : null}
        <Button icon={<History size={15} />} onClick={() => open('history')}>
          {t('历史')}
        </Button>
      </header>
      <div className={style.params}>
        {group.parameters.map(p => (
          <ParameterInput
            key={p.key}
            of={p}
            id={`${group.paramsId}-${p.key}`}
            value={Object.hasOwn(typed, p.key) ? (typed[p.key] ?? null) : p.value}
            disabled={!mayEdit}
            onChange={value => setTyped({ ...typed, [p.key]: value })}
          />
        ))}
      </div>
      {mayEdit ? (
        <footer className="ql-acts">
          {changed.length ? <Button onClick={() => setTyped({})}>{t('放弃修改')}</Button> : null}
          <Button type="primary" disabled={!changed.length} onClick={() => open('save')}>
            {changed.length ? t('保存 {{n}} 项修改', { n: changed.length }) : t('保存')}
          </Button>
        </footer>
      ) : null}
      <Suspense>
        {opened === 'save' ? <SaveParameters group={group} changed={changed} values={typed} onClose={() => open(undefined)} /> : null}
        {opened === 'history' ? <ParameterHistory group={group} onClose={() => open(undefined)} /> : null}
      </Suspense>
    </Sheet>
  )
}
/** Tests the stored settings: changes must be saved first. */
function TestAi({ isChanged }: { isChanged: boolean }) {
  return <ActionButton of={testAi} input={{}} disabled={isChanged} done={false} onDone={({ ms, answer }) => notify.success(t('AI 服务正常，用时 {{ms}} 毫秒', { ms }), answer)} />
}
