import { Button } from 'antd'
import { FileUp, Upload } from 'lucide-react'
import { useState } from 'react'
import type { FlowGraph } from '#flow/index.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { usePick } from '#web/files/usePick.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { downloadAndSave, post, saveBlob } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { actionAddress } from '#web/values/address.ts'
import { exportBpmn, importBpmn } from '../../model/process-design.ts'
import { readGraph } from '../../model/read-graph.ts'
import { Wrong } from '../../model/strict.ts'
import type { Names } from '../public/labels.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { differencesOf } from './differences.ts'
import type { Flow } from './types.ts'

const MOST_BYTES = 1_000_000
/** Exports the flow as a JSON file. */
export const saveJson = (flow: Flow, graph: FlowGraph): void =>
  saveBlob(new Blob([JSON.stringify({ name: flow.name, processType: flow.processType, graph }, null, 2)], { type: 'application/json' }), `${flow.name}.json`)
export const saveBpmn = (flow: Flow, no: number | undefined): void =>
  void downloadAndSave(actionAddress(exportBpmn), undefined, {
    method: 'GET',
    query: { id: flow.id, ...(no === undefined ? {} : { no }) },
    fallbackName: `${flow.name}.bpmn`,
  }).catch(() => undefined)

interface Read {
  graph: FlowGraph
  warnings: readonly string[]
}
/** Parses a JSON or BPMN file; a message on failure. */
async function readFile(file: File): Promise<Read> {
  if (file.size > MOST_BYTES) throw new Error(t('文件超过 1 MB，不像是一个流程'))
  const text = await file.text()
  if (text.trimStart().startsWith('<')) {
    const answer = await post<AnswerOf<typeof importBpmn>>(actionAddress(importBpmn), { xml: text }, { quiet: true })
    if (!answer.graph) throw new Error(t('文件里没有流程图'))
    return { graph: answer.graph, warnings: answer.warnings }
  }
  return { graph: readJson(text), warnings: [] }
}
function readJson(text: string): FlowGraph {
  try {
    const given: unknown = JSON.parse(text)
    return readGraph(typeof given === 'object' && given !== null && 'graph' in given ? given.graph : given)
  } catch (error) {
    throw new Error(error instanceof Wrong ? t('流程图的“{{at}}”写法不对', { at: error.at }) : t('文件不是 JSON，也不是 BPMN'))
  }
}
/** Imports a file into the draft after showing the differences and what was not taken over. */
export function ImportFlow({ graph, names, onTake, onClose }: { graph: FlowGraph; names: Names; onTake: (graph: FlowGraph) => void; onClose: () => void }) {
  const [read, setRead] = useState<Read & { name: string }>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setError(undefined)
    try {
      setRead({ ...(await readFile(file)), name: file.name })
    } catch (why) {
      setRead(undefined)
      setError(why)
    } finally {
      setBusy(false)
    }
  }
  const { pick, input } = usePick({ accept: '.json,.bpmn,.xml', onPick: ([file]) => void take(file) })
  return (
    <Dialog
      open
      icon={<FileUp size={19} className="ql-blue" />}
      title={t('导入流程图')}
      width={520}
      verb={t('替换草稿')}
      disabled={!read}
      onAct={() => read && onTake(read.graph)}
      onClose={onClose}
    >
      <Stack className="flow-publish">
        <p>{t('可以导入这里导出的 JSON，或其他系统的 BPMN 2.0 文件。替换后可以撤销。')}</p>
        {input}
        <div>
          <Button icon={<Upload size={15} />} loading={isBusy} onClick={pick}>
            {read ? t('换一个文件') : t('选择文件')}
          </Button>
        </div>
        {error ? <Refused what={t('没有读出流程')} error={error} todo="" /> : null}
        {read ? (
          <section aria-label={read.name}>
            <h3>{t('{{name}}，共 {{n}} 个环节', { name: read.name, n: read.graph.nodes.length })}</h3>
            {read.warnings.map(text => (
              <p key={text} className="flow-problem">
                {text}
              </p>
            ))}
            <DifferenceList of={differencesOf(graph, read.graph, names)} />
          </section>
        ) : null}
      </Stack>
    </Dialog>
  )
}
