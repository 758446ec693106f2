import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { usePageTitle } from '#web/pages/unsaved.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { usualTimes } from './design/dwell.ts'
import type { Flow } from './design/types.ts'
import { useVersion } from './design/useVersion.ts'
import { FlowOutline } from './picture/FlowOutline.tsx'
import { useNames } from './picture/useNames.ts'
import { minutesWords } from './public/labels.ts'

/** Lazy chunk: loaded when a flow is first opened on a computer. */
const Designer = lazily(() => import('./design/Designer.tsx'))

/** 流程设计: one flow, its draft or, with ?no=, a published version, read-only. */
export default function DesignerPage() {
  const { id = '' } = useParams()
  const [params, , putParams] = useOwnParams()
  const narrow = useNarrow()
  const given = Number(params.get('no'))
  const shown = Number.isInteger(given) && given > 0 ? given : undefined
  const { flow, read } = useVersion(id, shown)
  if (!flow) return <Loading of={read} lines={8} />
  return narrow ? <Phone flow={flow} /> : <Desk flow={flow} shown={shown} onShow={no => putParams({ no: no === undefined ? null : String(no) })} />
}
function Desk({ flow, shown, onShow }: { flow: Flow; shown: number | undefined; onShow: (no: number | undefined) => void }) {
  usePageTitle(flow.name)
  return (
    <Suspense fallback={<Bars lines={8} />}>
      <Designer key={`${flow.id} ${shown ?? 'draft'}`} flow={flow} shown={shown} onShow={onShow} />
    </Suspense>
  )
}
/** Read-only on phones. */
function Phone({ flow }: { flow: Flow }) {
  usePageTitle(flow.name)
  const names = useNames(flow.graph, flow)
  const usual = usualTimes(flow.dwell)
  return (
    <Page title={flow.name} actions={<Link to="/workflow/flows">{t('全部流程')}</Link>} className="flow-phone">
      <p className="ql-note">
        {t('{{type}}，正在使用 v{{no}}，进行中 {{n}} 件。修改流程请用电脑打开。', { type: flow.processTypeName, no: flow.currentVersion, n: flow.runningCount })}
      </p>
      <Sheet as="div">
        <FlowOutline
          graph={flow.graph}
          names={names}
          more={node => {
            const time = usual.get(node)
            return time ? <small>{t('中位数 {{time}}，近 30 天 {{n}} 件', { time: minutesWords(time.medianMin), n: time.count })}</small> : null
          }}
        />
      </Sheet>
    </Page>
  )
}
