import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { blocksOf, compareGraphs } from '#flow/index.ts'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useCan } from '#web/session/useCan.ts'
import { saveDraft } from '../../model/process-design.ts'
import { publishFlow } from '../../model/process-keeping.ts'
import { StepPanel } from '../panel/StepPanel.tsx'
import { useNames } from '../picture/useNames.ts'
import { joinsOf } from '../public/FlowPicture.tsx'
import { Canvas } from './Canvas.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { Chosen, DesignAct } from './design.ts'
import { differencesOf } from './differences.ts'
import { usualTimes } from './dwell.ts'
import { ImportFlow, saveBpmn, saveJson } from './ExchangeDialog.tsx'
import { Problems } from './Problems.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { problemsBy } from './problem-places.ts'
import { type Lit, SimulatePanel } from './SimulatePanel.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { Table } from './table.ts'
import type { Flow } from './types.ts'
import { useDraft } from './useDraft.ts'
import { useVersion } from './useVersion.ts'
import { VersionsPanel } from './VersionsPanel.tsx'
import './design.css'

interface DesignerProps {
  flow: Flow
  /** The published version displayed; undefined for the draft. */
  shown: number | undefined
  onShow: (no: number | undefined) => void
}
type Side = 'versions' | undefined
type OpenDialog = 'publish' | 'import' | undefined

/** The flow designer: canvas, panel, versions, simulation. */
export default function Designer({ flow, shown, onShow }: DesignerProps) {
  const mayChange = useCan(saveDraft.permission)
  const mayPublish = useCan(publishFlow.permission)
  const isReadOnly = shown !== undefined || !mayChange
  const draft = useDraft(flow, isReadOnly)
  const { design, act } = draft
  const { graph, chosen } = design
  const [side, setSide] = useState<Side>()
  const [asked, setAsked] = useState<OpenDialog>()
  const [isSimulating, setSimulating] = useState(false)
  const [lit, setLit] = useState<Lit>()
  const [against, setAgainst] = useState<number>()
  const [restoring, setRestoring] = useState<number>()
  const panel = useRef<HTMLElement>(null)
  const names = useNames(graph, flow)
  const other = useVersion(flow.id, against, against !== undefined)
  const current = useVersion(flow.id, flow.currentVersion, flow.currentVersion > 0)
  const isUnchanged = useMemo(() => current.flow !== undefined && compareGraphs(current.flow.graph, graph).isSame, [current.flow, graph])
  useUnsaved(draft.isDirty)
  useRestore(flow.id, restoring, graphOf => {
    act({ kind: 'replace', graph: graphOf })
    setRestoring(undefined)
  })

  const differences = useMemo(() => (other.flow ? differencesOf(other.flow.graph, graph, names) : undefined), [other.flow, graph, names])
  // the selection drives the panel, except while comparing versions
  const isComparing = against !== undefined
  const onCanvas = useCallback(
    (next: DesignAct) => {
      if (next.kind === 'choose' && next.chosen && !isComparing) setSide(undefined)
      act(next)
    },
    [act, isComparing],
  )
  const problems = isReadOnly ? flow.problems : draft.kept.problems
  const table = useMemo<Table>(
    () => ({
      graph,
      names,
      chosen,
      isReadOnly,
      isFixed: isReadOnly || !blocksOf(graph),
      joins: joinsOf(graph),
      usual: usualTimes(flow.dwell),
      problems: problemsBy(problems),
      marks: new Map((differences ?? []).flatMap(d => (d.node && d.how !== 'removed' ? [[d.node, d.how] as const] : []))),
      lit,
      act: onCanvas,
    }),
    [graph, names, chosen, isReadOnly, flow.dwell, problems, differences, lit, onCanvas],
  )
  const choose = (place: Chosen) => act({ kind: 'choose', chosen: place })
  const jump = (node: string) => choose({ node })
  const page = useRef<HTMLElement>(null)
  useUndoKeys(page, draft.act, isReadOnly)
  const publish = async () => {
    if ((await draft.saveNow()) !== undefined) setAsked('publish')
  }
  return (
    <section className="flow-design" ref={page} aria-label={t('流程设计')}>
      <Toolbar
        flow={flow}
        draft={draft}
        shown={shown}
        mayChange={mayChange}
        mayPublish={mayPublish}
        isUnchanged={isUnchanged}
        problems={<Problems problems={problems} onJump={place => onCanvas({ kind: 'choose', chosen: place })} />}
        onVersions={() => setSide(side === 'versions' ? undefined : 'versions')}
        onSimulate={() => setSimulating(!isSimulating)}
        onPublish={() => void publish()}
        onImport={() => setAsked('import')}
        onExport={how => (how === 'json' ? saveJson(flow, graph) : void draft.saveNow().then(() => saveBpmn(flow, shown)))}
      />
      {table.isFixed && !isReadOnly ? (
        <p className="flow-fixed" role="status">
          {t('这张图的分支有交叉，或没有合到一处，画布上不能增减、移动环节和改分支；环节的设置仍可修改。')}
        </p>
      ) : null}
      <div className="flow-body">
        <div className="flow-left">
          <Canvas table={table} onOpen={() => panel.current?.querySelector<HTMLElement>('.flow-panel-body :is([role="tab"], input, button)')?.focus()} />
          {isSimulating ? <SimulatePanel flow={flow} graph={graph} onLit={setLit} onJump={jump} onClose={() => setSimulating(false)} /> : null}
        </div>
        {side === 'versions' ? (
          <VersionsPanel
            flow={flow}
            shown={shown}
            against={against}
            differences={differences}
            onCompare={setAgainst}
            onShow={no => {
              setAgainst(undefined)
              onShow(no)
            }}
            onRestore={isReadOnly ? undefined : setRestoring}
            onJump={jump}
            onClose={() => {
              setSide(undefined)
              setAgainst(undefined)
            }}
          />
        ) : (
          <StepPanel table={table} flow={flow} disabled={isReadOnly} panel={panel} />
        )}
      </div>
      {asked === 'publish' ? (
        <PublishDialog
          flow={flow}
          before={current.flow?.graph}
          graph={draft.kept.graph}
          version={draft.kept.version}
          names={names}
          errors={draft.kept.problems.filter(p => p.level === 'error')}
          onJump={place => {
            setAsked(undefined)
            setSide(undefined)
            choose(place)
          }}
          onDone={() => setAsked(undefined)}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      {asked === 'import' ? (
        <ImportFlow
          graph={graph}
          names={names}
          onTake={next => {
            act({ kind: 'replace', graph: next })
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
      <ConflictDialog id={flow.id} draft={draft} names={names} />
    </section>
  )
}
/** Loads an old version into the editor. */
function useRestore(id: string, no: number | undefined, onCome: (graph: Flow['graph']) => void): void {
  const { flow } = useVersion(id, no, no !== undefined)
  const come = no === undefined ? undefined : flow?.graph
  useWhenChanged(come, graph => {
    if (graph) onCome(graph)
  })
}
const TYPING = 'input, textarea, [contenteditable="true"]'
/** Ctrl Z and Ctrl Y on the whole page, except in text inputs. */
function useUndoKeys(page: React.RefObject<HTMLElement | null>, act: (act: { kind: 'undo' | 'redo' }) => void, isOff: boolean): void {
  useEffect(() => {
    if (isOff) return
    const listen = (event: KeyboardEvent) => {
      const isHere = page.current?.offsetParent !== null
      if (!(event.ctrlKey || event.metaKey) || !isHere || (event.target instanceof Element && event.target.matches(TYPING))) return
      const key = event.key.toLowerCase()
      const kind = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : undefined
      if (!kind) return
      event.preventDefault()
      act({ kind })
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [page, act, isOff])
}
