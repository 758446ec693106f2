import { Button, Dropdown, Tooltip } from 'antd'
import { ArrowLeft, Download, Ellipsis, FileUp, History, Play, Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { formatDatetime } from '#web/values/format.ts'
import type { Flow } from './types.ts'
import type { Draft } from './useDraft.ts'

interface ToolbarProps {
  flow: Flow
  draft: Draft
  /** The published version displayed; undefined for the draft. */
  shown: number | undefined
  mayChange: boolean
  mayPublish: boolean
  /** The draft equals the published version. */
  isUnchanged: boolean
  problems: ReactNode
  onVersions: () => void
  onSimulate: () => void
  onPublish: () => void
  onImport: () => void
  onExport: (how: 'json' | 'bpmn') => void
}
/** What is displayed, whether it is saved, and available actions. */
export function Toolbar(props: ToolbarProps) {
  const { flow, draft, shown, mayChange, mayPublish, isUnchanged } = props
  const { design, act } = draft
  const isDraft = shown === undefined
  return (
    <header className="flow-bar">
      <Link to="/workflow/flows" aria-label={t('返回流程列表')}>
        <ArrowLeft size={20} />
      </Link>
      <PageTitle>{flow.name}</PageTitle>
      <Tag {...props} />
      <span className="flow-bar-say">{inUse(flow)}</span>
      {isDraft && mayChange ? <Kept draft={draft} /> : null}
      <div className="flow-bar-acts">
        {isDraft && mayChange ? (
          <>
            <Tooltip title={t('撤销（Ctrl Z）')}>
              <Button type="text" disabled={!design.past.length} aria-label={t('撤销')} icon={<Undo2 size={17} />} onClick={() => act({ kind: 'undo' })} />
            </Tooltip>
            <Tooltip title={t('重做（Ctrl Y）')}>
              <Button type="text" disabled={!design.future.length} aria-label={t('重做')} icon={<Redo2 size={17} />} onClick={() => act({ kind: 'redo' })} />
            </Tooltip>
          </>
        ) : null}
        <Button type="text" icon={<History size={16} />} onClick={props.onVersions}>
          {t('版本')}
        </Button>
        {props.problems}
        <More {...props} isDraft={isDraft} />
        <Button icon={<Play size={15} />} onClick={props.onSimulate}>
          {t('模拟')}
        </Button>
        {isDraft && mayPublish ? (
          <Button type="primary" disabled={isUnchanged} onClick={props.onPublish}>
            {t('发布 v{{no}}', { no: flow.currentVersion + 1 })}
          </Button>
        ) : null}
      </div>
    </header>
  )
}
function Tag({ flow, shown, isUnchanged }: ToolbarProps) {
  if (shown !== undefined) return <em className="flow-tag flow-tag-passed">{t('v{{no}}，只读', { no: shown })}</em>
  if (isUnchanged) return <em className="flow-tag flow-tag-passed">{t('v{{no}}，没有修改', { no: flow.currentVersion })}</em>
  return <em className="flow-tag flow-tag-changed">{t('草稿 v{{no}}', { no: flow.currentVersion + 1 })}</em>
}
function inUse({ currentVersion, runningCount, state }: Flow): string {
  if (!currentVersion) return t('还没有发布')
  if (state === 'disabled') return t('v{{no}} 已停用，进行中 {{n}} 件', { no: currentVersion, n: runningCount })
  return t('正在使用 v{{no}}，进行中 {{n}} 件', { no: currentVersion, n: runningCount })
}
function Kept({ draft }: { draft: Draft }) {
  const { isDirty, isBusy, error, kept } = draft
  if (error && isDirty)
    return (
      <span className="ql-problem" role="alert">
        {t('没有保存：{{why}}', { why: failureText(error) })}
        <Button type="link" size="small" loading={isBusy} onClick={() => void draft.saveNow()}>
          {t('再试一次')}
        </Button>
      </span>
    )
  const words = isDirty || isBusy ? t('正在保存') : kept.at ? t('已自动保存 {{time}}', { time: formatDatetime(kept.at) }) : ''
  return (
    <span className="flow-bar-say" role="status">
      {words}
    </span>
  )
}
function More({ isDraft, mayChange, onImport, onExport }: ToolbarProps & { isDraft: boolean }) {
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'json', icon: <Download size={15} />, label: t('导出 JSON') },
          { key: 'bpmn', icon: <Download size={15} />, label: t('导出 BPMN') },
          ...(isDraft && mayChange ? [{ key: 'import', icon: <FileUp size={15} />, label: t('导入') }] : []),
        ],
        onClick: ({ key }) => (key === 'import' ? onImport() : onExport(key === 'json' ? 'json' : 'bpmn')),
      }}
    >
      <Button type="text" aria-label={t('更多操作')} icon={<Ellipsis size={17} />} />
    </Dropdown>
  )
}
