import { Button, Input } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { codeIn } from '#model/scanned-code.ts'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { Avatar } from '#web/theme/Avatar.tsx'
import { verifySlip } from '../model/actions.ts'
import { VERIFY_PAGE } from '../model/slip.ts'
import style from './leave.module.css'

type Answer = NonNullable<AnswerOf<typeof verifySlip>>

/** 查验假条: for guards, by keyboard scanner or phone; shows the student and validity only. */
export default function VerifyPage() {
  const [code, setCode] = useState('')
  const [answer, setAnswer] = useState<Answer>()
  const input = useRef<HTMLInputElement>(null)
  const act = useAct(verifySlip, {
    done: false,
    onDone: found => {
      setAnswer(found)
      setCode('')
      input.current?.focus()
    },
  })
  const { mutate, isPending } = act
  // a phone's camera opens the address of the code; the code lasts seconds and is asked once
  const [params, , put] = useOwnParams()
  const scanned = params.get('code')
  useEffect(() => {
    if (!scanned) return
    put({ code: undefined })
    mutate({ code: scanned })
  }, [scanned, mutate, put])
  const check = (text: string): boolean => {
    const given = codeIn(VERIFY_PAGE, text.trim()) ?? text.trim()
    if (given && !isPending) mutate({ code: given })
    return given !== ''
  }
  return (
    <Page title={t('查验假条')} width="form">
      <Sheet className={style.back}>
        <label htmlFor="leave-verify">{t('扫描或输入假条码')}</label>
        <Input
          id="leave-verify"
          ref={node => {
            input.current = node?.input ?? null
          }}
          size="large"
          autoFocus
          autoComplete="off"
          value={code}
          onChange={event => setCode(event.target.value)}
          onPressEnter={() => check(code)}
        />
        <Button type="primary" size="large" block loading={isPending} disabled={!code.trim()} onClick={() => check(code)}>
          {t('查验')}
        </Button>
        <ScanButton title={t('扫假条码')} help={t('对准学生手机上的假条码')} other={t('这不是假条码')} onRead={check}>
          {t('用手机扫')}
        </ScanButton>
        {act.error ? <Refused what={t('没有查验')} error={act.error} /> : null}
      </Sheet>
      {answer ? (
        <Sheet className={classes(style.verdict, answer.isValid ? style.valid : style.invalid)} role="status">
          {answer.isValid ? <CircleCheck size={40} aria-hidden="true" /> : <CircleX size={40} aria-hidden="true" />}
          {answer.name ? <Avatar name={answer.name} size={56} /> : null}
          {answer.name ? <b>{answer.name}</b> : null}
          <span>{answer.why}</span>
        </Sheet>
      ) : null}
    </Page>
  )
}
