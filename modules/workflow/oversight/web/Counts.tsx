import style from '#modules/workflow/cases/web/public/cases.module.css'
import { Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDuration } from '#web/values/duration.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { stateText } from '../../cases/web/public/labels.ts'
import { monitorCounts } from '../model/oversight.ts'
import { spanOf } from './asked.ts'

interface CountsProps {
  params: URLSearchParams
  put: (part: Readonly<Record<string, string | null>>) => void
}
type CaseCounts = AnswerOf<typeof monitorCounts>
const MOST_NODES = 8

/** Totals in a sentence, by state, and the steps with most waiting; each links to its list. */
export function Counts({ params, put }: CountsProps) {
  const read = useRead(monitorCounts, spanOf(params))
  const { data } = read
  if (!data)
    return (
      <Sheet as="div" className={style.wait}>
        <Loading of={read} lines={4} failed={t('件数暂时取不到')} />
      </Sheet>
    )
  const state = params.get('state')
  return (
    <>
      <Sentence data={data} />
      <Figures label={t('各状态的件数')} className={style.figures}>
        {data.states.map(one => (
          <button key={one.state} type="button" aria-pressed={state === one.state} onClick={() => put({ state: state === one.state ? null : one.state })}>
            <small>{stateText(one.state)}</small>
            <b>{formatNumber(one.count)}</b>
          </button>
        ))}
      </Figures>
      {data.nodes.length ? <Nodes data={data} params={params} put={put} /> : null}
    </>
  )
}
function Sentence({ data }: { data: CaseCounts }) {
  const waiting = data.nodes.reduce((sum, node) => sum + node.waiting, 0)
  const overdue = data.nodes.reduce((sum, node) => sum + node.overdue, 0)
  const worst = [...data.nodes].sort((a, b) => b.overdue - a.overdue)[0]
  const where = worst?.overdue ? t('，其中“{{type}} · {{node}}”逾期 {{n}} 件', { type: worst.processTypeName, node: tAny(worst.nodeName), n: formatNumber(worst.overdue) }) : ''
  return (
    <p className={style.sentence} role="status">
      {waiting ? t('{{n}} 件待审批，{{overdue}} 件已逾期{{where}}。', { n: formatNumber(waiting), overdue: formatNumber(overdue), where }) : t('没有待审批的申请。')}
    </p>
  )
}
function Nodes({ data, params, put }: CountsProps & { data: CaseCounts }) {
  const isOn = (node: Node) => params.get('nodeName') === node.nodeName && params.get('processType') === node.processType
  const choose = (node: Node) => put(isOn(node) ? { processType: null, nodeName: null } : { processType: node.processType, nodeName: node.nodeName, state: null })
  return (
    <Sheet title={t('待办环节')} className={style.nodes}>
      <PlainTable
        label={t('等在各环节的件数')}
        isCardsOnPhone
        rows={data.nodes.slice(0, MOST_NODES)}
        keyOf={node => `${node.processType} ${node.nodeName}`}
        isSelected={isOn}
        columns={[
          [t('业务类型'), node => node.processTypeName],
          [
            t('环节'),
            node => (
              <button type="button" className="ql-link" aria-pressed={isOn(node)} onClick={() => choose(node)}>
                {tAny(node.nodeName)}
              </button>
            ),
          ],
          [t('待办数'), node => formatNumber(node.waiting)],
          [t('已逾期'), node => <span data-due={node.overdue ? 'late' : undefined}>{formatNumber(node.overdue)}</span>],
          [t('最长等待'), node => (node.oldest ? formatDuration(Date.now() - Date.parse(node.oldest)) : MISSING)],
        ]}
      />
    </Sheet>
  )
}
type Node = CaseCounts['nodes'][number]
