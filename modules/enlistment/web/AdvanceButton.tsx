import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { RowResults } from '#web/feedback/RowResults.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { advanceStage } from '../model/actions.ts'

/** 推进到下一步: those that lack a paper stay, and are named with what they lack. */
export function AdvanceButton({ ids }: { ids: readonly string[] }) {
  const [answer, setAnswer] = useState<AnswerOf<typeof advanceStage>>()
  const close = () => setAnswer(undefined)
  return (
    <>
      <ActionButton
        of={advanceStage}
        input={{ ids: [...ids] }}
        icon={<ArrowRight size={15} />}
        confirm={t('{{n}} 人推进到下一步，材料不全的留在原处。', { n: ids.length })}
        done={false}
        onDone={setAnswer}
      />
      <Dialog open={answer !== undefined} title={t('已推进 {{n}} 人', { n: answer?.done ?? 0 })} onClose={close}>
        {answer?.skipped.length ? (
          <RowResults failed={t('没有推进')} rows={answer.skipped.flatMap(s => (s ? [{ key: s.id, name: s.name, isDone: false, note: s.why }] : []))} />
        ) : (
          t('都已推进到下一步。')
        )}
      </Dialog>
    </>
  )
}
