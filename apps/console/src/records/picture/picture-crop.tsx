import { PICTURE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { useEffect, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import styles from './picture-dialog.module.css';

const ZOOM_MAX = 4;

/** The part that was chosen, in pixels of the picture. */
export type CropArea = Area;

interface PictureCropProps {
  readonly file: File;
  readonly shape: 'rect' | 'round';
  /** Width divided by height. */
  readonly aspect: number;
  /** Called on each change of the area. */
  readonly onCrop: (area: CropArea) => void;
  readonly onProblem: (problem: string) => void;
}

/** Shows a picture under a frame; it is moved and zoomed by pointer, touch or keys. */
export function PictureCrop({ file, shape, aspect, onCrop, onProblem }: PictureCropProps) {
  const { t } = useMessages();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const address = useAddress(file);
  const hint = useId();
  if (address === null) return null;
  return (
    <div className={styles['cropping']}>
      {/* The library measures from the left in every language. */}
      <div className={styles['stage']} dir="ltr">
        <Cropper
          image={address}
          aspect={aspect}
          cropShape={shape}
          showGrid={false}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          keyboardStep={4}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '', onError: () => onProblem(t('picture.damaged')) }}
          cropperProps={{ role: 'group', 'aria-label': t('picture.crop'), 'aria-describedby': hint }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_percent, area) => onCrop(area)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => {
            const max = PICTURE_LIMITS.pixelsMax;
            if (naturalWidth * naturalHeight > max) onProblem(t('picture.too-many-pixels', { max: max / 1_000_000 }));
          }}
        />
      </div>
      <p id={hint} className="bc-small bc-muted">
        {t('picture.crop-hint')}
      </p>
      <div className={styles['zoom']}>
        <span aria-hidden>{t('picture.zoom')}</span>
        <Slider
          size="sm"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          label={null}
          thumbLabel={t('picture.zoom')}
          value={zoom}
          onChange={setZoom}
        />
      </div>
    </div>
  );
}

/** An object URL of the file, revoked when it is no longer shown. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return address;
}
