import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { objectionStates, objectToState } from '../model/objection.ts'
import { myPresence } from '../model/own-actions.ts'
import { presenceStates } from '../model/presence-state.ts'
import { Seen } from './Seen.tsx'

type Objection = NonNullable<AnswerOf<typeof myPresence>['objection']>
export const about: PageFile['about'] = () => ({
  use: t('学校现在认为你在哪里、依据是什么。'),
  who: t('你自己、班主任、辅导员、学院和学工处看得到状态；老师查看依据要写原因，并留下记录。'),
  first: t('不对就提出异议，写明实际情况。'),
})
/** 我的在校状态: how the school sees the reader, on what grounds, and the objection to it. */
export default function MinePage() {
  const read = useRead(myPresence, {})
  const isOpen = read.data?.objection?.state === 'open'
  return (
    <Page
      title={t('我的在校状态')}
      width="form"
      foot={read.data?.found && !isOpen ? <FormButton of={objectToState} input={{}} layout={['words']} done={t('已提出异议，辅导员会核实')} /> : undefined}
    >
      <Loaded of={read} lines={6}>
        {data => (
          <>
            {data.found ? (
              <>
                <h2>{t('学校看到你：{{state}}', { state: t(presenceStates.labels[data.found.state]) })}</h2>
                <Seen of={data.found} />
              </>
            ) : (
              <Empty title={t('学校还没有核对出你的状态')} />
            )}
            {data.objection ? <Said of={data.objection} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  )
}
function Said({ of }: { of: Objection }) {
  return (
    <Sheet title={t('我的异议')} actions={<StateTag of={objectionStates} state={of.state} />}>
      <p>{of.words}</p>
      <p className="ql-quiet">{formatDatetime(of.objectedAt)}</p>
      {of.answer ? <p>{t('答复：{{answer}}', { answer: of.answer })}</p> : null}
    </Sheet>
  )
}
