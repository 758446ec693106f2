import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { INCOMPLETE, incompleteSetup } from '../model/actions.ts'
import style from './setup.module.css'

/** Missing data that blocks assignment, and accessible rooms without a lift; rendered only if there is any. */
export function Incomplete() {
  const { data } = useRead(incompleteSetup, {})
  const [isOpen, setOpen] = useState(false)
  const found = data ?? []
  if (!found.length) return null
  return (
    <>
      <Button icon={<TriangleAlert size={15} />} onClick={() => setOpen(true)}>
        {t('设置不完整 {{n}}', { n: formatNumber(found.length) })}
      </Button>
      <Panel open={isOpen} title={t('设置不完整')} onClose={() => setOpen(false)}>
        <p className="ql-help">{t('这些地方补齐以前，床位不会出现在任何选择里；只缺电梯的照常安排，请确认学生上得去。')}</p>
        <ul className={style.issues}>
          {found.map(x => (
            <li key={`${x.kind} ${x.id}`}>
              <span>{x.fullName}</span>
              <State tone="attention">{t(INCOMPLETE[x.kind])}</State>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
