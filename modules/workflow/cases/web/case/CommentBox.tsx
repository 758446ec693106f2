import { Button, Mentions } from 'antd'
import { useId, useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { FilesInput } from '#web/inputs/FilesInput.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useMe } from '#web/session/useCan.ts'
import { commentCase } from '../../model/decide.ts'
import style from './case.module.css'
import { namedIn, partnersOf } from './partners.ts'
import type { Case } from './types.ts'

const MOST = 500

/** Comments to all participants; @ mentions and notifies somebody. */
export function CommentBox({ c }: { c: Case }) {
  const id = useId()
  const partners = partnersOf(c, useMe().detail.userId)
  const [content, setContent] = useState('')
  const [files, setFiles] = useState<string[]>([])
  const send = useAct(commentCase, {
    done: t('已发送'),
    onDone: () => {
      setContent('')
      setFiles([])
    },
  })
  useUnsaved(content.trim() !== '' || files.length > 0)
  return (
    <form
      className={style.comment}
      onSubmit={event => {
        event.preventDefault()
        if (content.trim()) send.mutate({ instanceId: c.id, content: content.trim(), mentions: namedIn(content, partners), files })
      }}
    >
      {send.error ? <Refused what={t('没有发送')} error={send.error} /> : null}
      <Mentions
        id={id}
        aria-label={t('沟通内容')}
        autoSize={{ minRows: 1, maxRows: 6 }}
        placeholder={t('说点什么，输入 @ 提到参与的人')}
        maxLength={MOST}
        value={content}
        options={partners.map(one => ({ value: one.name, label: one.name }))}
        notFoundContent={t('只能提到参与这份申请的人')}
        onChange={setContent}
      />
      {content.trim() || files.length ? (
        <div>
          <FilesInput id={`${id}-files`} field={commentCase.input.files} value={files} onChange={setFiles} disabled={send.isPending} />
          <Button type="primary" htmlType="submit" loading={send.isPending} disabled={!content.trim()}>
            {t('发送')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}
