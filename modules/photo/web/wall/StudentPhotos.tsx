import { Button, Segmented } from 'antd'
import { Check, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { acceptOf, usePick, usePut } from '#web/files/usePick.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { acceptPhotos, photosOfStudent, putPhoto, refusePhotos } from '../../model/actions.ts'
import { KIND_CODES, KINDS, type Kind, PICTURES, photoStates, SOURCES } from '../../model/photo.ts'
import { Picture } from '../Picture.tsx'
import style from '../photo.module.css'
import type { Hung } from './ClassWall.tsx'

interface Props {
  of: Hung
  kind: Kind
  onClose: () => void
}
/** All versions of a student's photos, and the place for one that is missing. */
export function StudentPhotos({ of, kind: first, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [kind, setKind] = useState(first)
  const read = useRead(photosOfStudent, { studentId: of.id })
  const mayPut = useCan(putPhoto.permission)
  return (
    <Panel open={isOpen} title={`${of.name} ${of.studentNo ?? ''}`} onClose={() => setOpen(false)} afterClose={onClose}>
      <Stack>
        <Segmented block value={kind} options={KIND_CODES.map(value => ({ value, label: t(KINDS[value]) }))} onChange={setKind} />
        {mayPut ? <PutPhoto studentId={of.id} kind={kind} /> : null}
        <Loaded of={read}>
          {rows => {
            const versions = rows.filter(row => row?.kind === kind)
            if (!versions.length) return <Empty title={t('还没有{{kind}}', { kind: t(KINDS[kind]) })} />
            return <ul className={style.versions}>{versions.map(v => v && <Version key={v.id} of={v} />)}</ul>
          }}
        </Loaded>
      </Stack>
    </Panel>
  )
}
type Seen = NonNullable<AnswerOf<typeof photosOfStudent>[number]>
function Version({ of }: { of: Seen }) {
  return (
    <li>
      <Picture fileId={of.fileId[0]} alt={t(photoStates.labels[of.state])} size="large" />
      <Stack gap={2}>
        <Row>
          <StateTag of={photoStates} state={of.state} />
          {of.isCurrent ? <span>{t('现用')}</span> : null}
        </Row>
        <span className="ql-quiet">
          {t(SOURCES[of.source])} · {of.width}×{of.height} · {formatDatetime(of.at)}
        </span>
        {of.refuseReason ? <span>{of.refuseReason}</span> : null}
        <Row>
          {photoStates.allows(of, 'accept') ? <ActionButton of={acceptPhotos} input={{ ids: [of.id] }} icon={<Check size={15} />} /> : null}
          {photoStates.allows(of, 'refuse') ? <FormButton of={refusePhotos} input={{ ids: [of.id] }} icon={<X size={15} />} danger note={t('学生会收到原因')} /> : null}
        </Row>
      </Stack>
    </li>
  )
}
function PutPhoto({ studentId, kind }: { studentId: string; kind: Kind }) {
  const act = useAct(putPhoto)
  const { put, share, problem } = usePut(PICTURES)
  const send = async (file: File | undefined) => {
    const sent = file && (await put(file))
    if (sent) act.mutate({ studentId, kind, source: 'school', fileId: sent.fileId })
  }
  const { pick, input } = usePick({ accept: acceptOf(PICTURES), onPick: files => void send(files[0]) })
  return (
    <Stack gap={2}>
      <Row>
        <Button icon={<Upload size={15} />} loading={share !== undefined || act.isPending} onClick={pick}>
          {t('补一张{{kind}}', { kind: t(KINDS[kind]) })}
        </Button>
      </Row>
      {problem}
      {act.error ? <Refused what={t('没有收下这张照片')} error={act.error} /> : null}
      {input}
    </Stack>
  )
}
