import { Button } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { migrateFlow } from '../../model/process-keeping.ts'
import { DifferenceList } from './DifferenceList.tsx'
import type { Difference } from './differences.ts'
import { MigrateDialog } from './MigrateDialog.tsx'
import type { Flow, FlowVersion } from './types.ts'

interface VersionsPanelProps {
  flow: Flow
  /** The version shown read-only; undefined for the draft. */
  shown: number | undefined
  /** The version compared with. */
  against: number | undefined
  differences: readonly Difference[] | undefined
  onCompare: (no: number | undefined) => void
  onShow: (no: number | undefined) => void
  onRestore: ((no: number) => void) | undefined
  onJump: (node: string) => void
  onClose: () => void
}
/** Published versions with author, date, note and running cases; each can be compared with what is shown. */
export function VersionsPanel(props: VersionsPanelProps) {
  const { flow, shown, against, differences, onJump, onClose, onCompare } = props
  const [moving, setMoving] = useState<number>()
  return (
    <aside className="flow-panel" aria-label={t('版本')}>
      <header>
        <h2>{t('版本')}</h2>
        <Button type="text" size="small" aria-label={t('关闭')} icon={<X size={18} />} onClick={onClose} />
      </header>
      <div className="flow-panel-body">
        {against !== undefined ? (
          <section className="flow-compared" aria-label={t('版本对比')}>
            <p>
              <b>{shown === undefined ? t('草稿与 v{{no}} 相比', { no: against }) : t('v{{shown}} 与 v{{no}} 相比', { shown, no: against })}</b>
              <Button type="link" size="small" onClick={() => onCompare(undefined)}>
                {t('结束对比')}
              </Button>
            </p>
            {differences ? <DifferenceList of={differences} onJump={onJump} /> : <p className="ql-quiet">{t('正在取数')}</p>}
          </section>
        ) : null}
        {flow.versions.length ? (
          <ol className="flow-versions">
            {flow.versions.map(version => (
              <VersionRow key={version.no} version={version} onMove={() => setMoving(version.no)} {...props} />
            ))}
          </ol>
        ) : (
          <Empty title={t('还没有发布过')} />
        )}
      </div>
      {moving === undefined ? null : <MigrateDialog flow={flow} from={moving} onClose={() => setMoving(undefined)} />}
    </aside>
  )
}
function VersionRow({ version, flow, shown, against, onCompare, onShow, onRestore, onMove }: VersionsPanelProps & { version: FlowVersion; onMove: () => void }) {
  const { no } = version
  const may = useCan(migrateFlow.permission)
  const isCurrent = no === flow.currentVersion
  return (
    <li className={no === shown ? 'is-shown' : ''}>
      <p>
        <b>v{no}</b>
        {isCurrent ? <em className="flow-tag flow-tag-passed">{t('正在使用')}</em> : null}
        {version.runningCount ? <span className="ql-quiet">{t('进行中 {{n}} 件', { n: version.runningCount })}</span> : null}
      </p>
      <p className="ql-quiet">{[version.publishedByName, formatDatetime(version.publishedAt)].filter(Boolean).join(' ')}</p>
      {version.note ? <p>{version.note}</p> : null}
      <div className="flow-version-acts">
        {no === shown ? (
          <Button size="small" onClick={() => onShow(undefined)}>
            {t('回到草稿')}
          </Button>
        ) : (
          <>
            <Button size="small" type={against === no ? 'primary' : 'default'} ghost={against === no} onClick={() => onCompare(no)}>
              {t('对比')}
            </Button>
            <Button size="small" onClick={() => onShow(no)}>
              {t('查看')}
            </Button>
          </>
        )}
        {onRestore ? (
          <Button size="small" onClick={() => onRestore(no)}>
            {t('恢复到草稿')}
          </Button>
        ) : null}
        {may && !isCurrent && version.runningCount ? (
          <Button size="small" onClick={onMove}>
            {t('迁移到 v{{no}}', { no: flow.currentVersion })}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
