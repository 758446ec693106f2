import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { DownloadButton } from '#web/forms/DownloadButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { confirmAddress, myCopy, myLetter } from '../model/actions.ts'
import { letterStates } from '../model/letter-states.ts'
import { EVENT_KINDS } from '../model/letter-waybill.ts'

/** 迎新 → 我的通知书: the address until it is checked, then how far the letter is. */
export default function MyLetterPage() {
  const read = useRead(myLetter, {})
  return (
    <RealmPage title={t('我的通知书')}>
      <Loaded of={read}>
        {of => (
          <Stack>
            <Sheet label={t('通知书')}>
              <Row gap={3} spread="between">
                <b>{of.letterNo ?? t('还没有编号')}</b>
                <StateTag of={letterStates} state={of.state} />
              </Row>
              {of.hasCopy ? (
                <DownloadButton of={myCopy} input={{}}>
                  {t('查看电子版')}
                </DownloadButton>
              ) : null}
            </Sheet>
            {of.waybill ? (
              <Sheet title={t('物流')}>
                <p>{t('运单号 {{waybill}}', { waybill: of.waybill })}</p>
                <Timeline
                  label={t('物流')}
                  events={of.events.flatMap((e, at) => (e ? [{ key: at, at: formatDatetime(e.happenedAt), what: t(EVENT_KINDS[e.kind]), more: e.place }] : []))}
                />
              </Sheet>
            ) : null}
            <Sheet title={t('寄送地址')}>
              <p>{[of.recipient, of.phone].filter(Boolean).join('　')}</p>
              <p>{of.address ?? t('还没有寄送地址')}</p>
              <p className="ql-quiet">{of.addressConfirmedAt ? t('{{time}} 已确认', { time: formatDatetime(of.addressConfirmedAt) }) : t('还没有确认')}</p>
              {of.canConfirm ? (
                <FormButton
                  of={confirmAddress}
                  initial={{ recipient: of.recipient ?? '', address: of.address ?? '', phone: of.phone ?? '' }}
                  note={t('请写到门牌号。核对以后不能再改。')}
                  done={t('已确认')}
                />
              ) : null}
            </Sheet>
          </Stack>
        )}
      </Loaded>
    </RealmPage>
  )
}
