import { Input } from 'antd'
import { Rocket, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { FlowProblem } from '../../model/process-design.ts'
import { publishFlow } from '../../model/process-keeping.ts'
import type { Names } from '../public/labels.ts'
import { DifferenceList } from './DifferenceList.tsx'
import type { Chosen } from './design.ts'
import { differencesOf } from './differences.ts'
import { ProblemList } from './Problems.tsx'
import type { Flow } from './types.ts'

interface PublishDialogProps {
  flow: Flow
  /** The currently published graph, once loaded. */
  before: Flow['graph'] | undefined
  /** The draft to publish. */
  graph: Flow['graph']
  version: number
  names: Names
  /** Blocking problems. */
  errors: readonly FlowProblem[]
  onJump: (place: Chosen) => void
  onDone: (no: number) => void
  onClose: () => void
}
/** Shows what publishing changes and for whom, and asks for a note. */
export function PublishDialog(props: PublishDialogProps) {
  return props.errors.length ? <NotYet {...props} /> : <Publish {...props} />
}
function Publish({ flow, before, graph, version, names, onDone, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('')
  const no = flow.currentVersion + 1
  const publish = useAct(publishFlow, { onDone: answer => onDone(answer.no), done: t('已发布 v{{no}}', { no }) })
  return (
    <Dialog
      open
      icon={<Rocket size={19} className="ql-blue" />}
      title={t('发布“{{name}}”v{{no}}', { name: flow.name, no })}
      verb={t('发布 v{{no}}', { no })}
      width={480}
      busy={publish.isPending}
      onAct={() => publish.mutate({ id: flow.id, version, ...(note.trim() ? { note: note.trim() } : {}) })}
      onClose={onClose}
    >
      <Stack className="flow-publish">
        {publish.error ? <Refused what={t('没有发布')} error={publish.error} /> : null}
        <p>{sentence(flow)}</p>
        {flow.currentVersion ? (
          <section aria-label={t('与 v{{no}} 相比', { no: flow.currentVersion })}>
            <h3>{t('与 v{{no}} 相比', { no: flow.currentVersion })}</h3>
            {before ? <DifferenceList of={differencesOf(before, graph, names)} /> : <Bars lines={3} />}
          </section>
        ) : null}
        <Input.TextArea
          aria-label={t('说明')}
          placeholder={t('这一版改了什么，可不填')}
          maxLength={200}
          autoSize={{ minRows: 2, maxRows: 4 }}
          value={note}
          onChange={e => setNote(e.target.value)}
        />
      </Stack>
    </Dialog>
  )
}
/** With blocking problems: lists them instead of the confirmation. */
function NotYet({ flow, errors, onJump, onClose }: PublishDialogProps) {
  return (
    <Dialog open icon={<TriangleAlert size={19} className="ql-danger" />} title={t('“{{name}}”还不能发布', { name: flow.name })} width={480} onClose={onClose}>
      <p>{t('先改正这 {{n}} 处问题：', { n: errors.length })}</p>
      <ProblemList problems={errors} onJump={onJump} />
    </Dialog>
  )
}
function sentence({ currentVersion, runningCount }: Flow): string {
  if (!currentVersion) return t('发布后，新的申请按这个流程走。')
  if (!runningCount) return t('发布后，新的申请按新版本走。')
  return t('发布后，新的申请按新版本走；进行中的 {{n}} 件仍按提交时的版本走，可在“版本”里迁移。', { n: runningCount })
}
