import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#model'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { get } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { actionAddress } from '#web/values/address.ts'
import { mySchool, saveSchool } from '../model/own-school.ts'

/** The school's master data. The contact's number is masked and kept when none is typed. */
export default function OwnSchool({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['ownSchool'],
    queryFn: ({ signal }) => get<OutputOf<typeof mySchool>>(actionAddress(mySchool), {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (!data) return null
  const { contactMobile, isRegistered, ...known } = data
  return (
    <ActionForm
      of={saveSchool}
      title={t('学校信息')}
      onClose={onClose}
      initial={known}
      changes={['licence']}
      layout={[
        isRegistered ? { field: 'schoolName', render: (props: DrawnInput) => <b id={props.id}>{known.schoolName}</b> } : 'schoolName',
        'shortName',
        'schoolType',
        'schoolCode',
        'contact',
        { field: 'contactMobile', ...(contactMobile ? { help: t('现在是 {{mobile}}，不改就留空', { mobile: contactMobile }) } : {}) },
      ]}
    />
  )
}
