import { Checkbox } from 'antd'
import { useRef, useState } from 'react'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { pictureLink } from '#web/files/links.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { CodeBox } from '#web/scan/CodeBox.tsx'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { findCards, handOut } from '../model/actions.ts'
import { cardStates } from '../model/card-reissue.ts'
import style from './card.module.css'

type Found = AnswerOf<typeof findCards>
type Card = NonNullable<Found['cards'][number]>
/** 证卡补办 → 领取登记: scan the code on the phone, compare the face, hand out; then the next. */
export default function HandOutPage() {
  const [code, setCode] = useState('')
  const box = useRef<{ focus(): void }>(null)
  const { data, error, isFetching } = useRead(findCards, { code }, { enabled: Boolean(code) })
  return (
    <Page title={t('领取登记')} width="form">
      <Stack gap={4}>
        <Sheet>
          <Stack gap={2}>
            <CodeBox id="card-code" label={t('扫领取码，或输入学号、卡号')} onCode={setCode} handle={box} />
            <Row>
              <ScanButton
                title={t('扫领取码')}
                help={t('对准学生手机上的领取码')}
                other={t('这不是领取码')}
                onRead={text => {
                  setCode(text)
                  return true
                }}
              >
                {t('用手机扫')}
              </ScanButton>
            </Row>
          </Stack>
        </Sheet>
        {code && isFetching && !data ? <Bars lines={4} /> : null}
        {code && error ? (
          <Sheet>
            <Refused what={t('没有找到 {{code}}', { code })} error={error} />
          </Sheet>
        ) : null}
        {code && data && !error ? <Student found={data} onDone={() => box.current?.focus()} /> : null}
        {code ? null : <Empty title={t('等待扫码')} />}
      </Stack>
    </Page>
  )
}
const Student = ({ found, onDone }: { found: Found; onDone: () => void }) => (
  <Sheet label={found.name}>
    <div className={style.student}>
      {found.photo ? <img src={pictureLink(found.photo, 200)} alt={t('照片')} /> : <span className={style.noPhoto}>{t('没有照片')}</span>}
      <Stack gap={3}>
        <header>
          <h2>{found.name}</h2>
          <p className="ql-quiet">{[found.studentNo, found.className].filter(Boolean).join(' · ')}</p>
        </header>
        {found.cards.map(card => (card ? <OneCard key={`${card.id} ${card.cardState}`} card={card} onDone={onDone} /> : null))}
      </Stack>
    </div>
  </Sheet>
)
function OneCard({ card, onDone }: { card: Card; onDone: () => void }) {
  const [hasOld, setHasOld] = useState(false)
  return (
    <Stack gap={2} as="section" aria-label={card.kind}>
      <Row spread="between">
        <b>{[card.kind, card.newCardNo].filter(Boolean).join(' ')}</b>
        <StateTag of={cardStates} state={card.cardState} />
      </Row>
      {card.cardState === 'ready' ? (
        <Row spread="between">
          {card.handsInOld ? (
            <Checkbox checked={hasOld} onChange={event => setHasOld(event.target.checked)}>
              {t('已收回旧卡')}
            </Checkbox>
          ) : (
            <span />
          )}
          <ActionButton of={handOut} input={{ id: card.id, oldCard: hasOld }} type="primary" disabled={card.handsInOld && !hasOld} onDone={onDone} done={t('已发放')} />
        </Row>
      ) : (
        <p className="ql-quiet">{t('{{by}} 在 {{at}} 发放', { by: card.collectedBy ?? '', at: formatDatetime(card.collectedAt ?? '') })}</p>
      )}
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('把制好的卡发给学生。'),
  who: t('学工处的窗口；辅导员给自己班的学生代发。'),
  first: t('扫学生手机上的领取码，对照照片，再点“发放”。'),
})
