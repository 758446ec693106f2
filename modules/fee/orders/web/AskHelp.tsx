import { Button } from 'antd'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { ShareLink } from '#web/feedback/ShareLink.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import { makePayLink } from '../model/pay-link.ts'

/** 请人代缴: a link for the family, to be scanned or sent on. */
export function AskHelp({ lineIds }: { lineIds: readonly string[] }) {
  const [made, setMade] = useState<AnswerOf<typeof makePayLink>>()
  const act = useAct(makePayLink, { done: false, onDone: setMade })
  return (
    <>
      <Button type="link" loading={act.isPending} onClick={() => act.mutate({ lineIds: [...lineIds] })}>
        {t('请家人代缴')}
      </Button>
      {made ? (
        <Panel open size={480} title={t('请家人代缴')} onClose={() => setMade(undefined)}>
          <ShareLink path={made.path} label={t('代缴链接')} />
          <p className="ql-help">{t('把二维码或链接发给家人，不用登录就能缴。{{time}} 失效，页面上只显示你的姓。', { time: formatDatetime(made.expireAt) })}</p>
        </Panel>
      ) : null}
    </>
  )
}
