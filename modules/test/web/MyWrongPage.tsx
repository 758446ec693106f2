import { Button } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import type { Given } from '../model/marking.ts'
import { myWrong } from '../model/sit-actions.ts'
import { AnswerInput } from './sit/AnswerInput.tsx'
import { givenText } from './sit/given.ts'
import { Stem } from './sit/Pictured.tsx'
import style from './sit/sit.module.css'

type Wrong = AnswerOf<typeof myWrong>[number]
/** 错题本: one's own wrong questions, answered once more before the right answer shows; nothing is kept of it. */
export default function MyWrongPage() {
  const read = useRead(myWrong, {})
  return (
    <Page title={t('错题本')} back="/test/mine" width="form">
      <Loaded of={read} empty={all => all.length === 0 && t('没有错题：答案可以看的考试里，答错的题会收在这里')}>
        {all => (
          <Stack>
            {all.map((one, at) => (
              <One key={`${one.name} ${one.question.no}`} of={one} at={at} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function One({ of: { name, question }, at }: { of: Wrong; at: number }) {
  const [given, setGiven] = useState<Given>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet title={t('第 {{n}} 题', { n: at + 1 })} note={name}>
      <Stem of={question} />
      <AnswerInput of={{ ...question, section: 1 }} value={given} isReadOnly={isOpen} onChange={setGiven} />
      {isOpen ? (
        <>
          <p>{t('当时的答案：{{what}}', { what: givenText(question, question.answer as Given) || t('没有答') })}</p>
          {question.key ? <p className={style.stem}>{t('正确答案：{{what}}', { what: question.type === 'judge' ? t(question.key) : question.key })}</p> : null}
          {question.explanation ? <p className={`ql-help ${style.stem}`}>{question.explanation}</p> : null}
        </>
      ) : null}
      <Row>
        <Button
          onClick={() => {
            if (isOpen) setGiven(null)
            setOpen(!isOpen)
          }}
        >
          {isOpen ? t('再做一次') : t('看答案')}
        </Button>
      </Row>
    </Sheet>
  )
}
