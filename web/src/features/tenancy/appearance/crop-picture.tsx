import { useEffect, useEffectEvent, useRef, useState } from 'react';
import ReactCrop, {
  centerCrop,
  convertToPercentCrop,
  makeAspectCrop,
  type PercentCrop,
} from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import type { PicturePart } from '../../../lib/forms/prepare-picture';

/** The longest side of the picture in the dialog, in pixels. */
const longestSide = 800;

const readAloud = {
  cropArea: 'The part of the picture that is used. Move it with the arrow keys.',
  nwDragHandle: 'Resize at the upper left corner',
  nDragHandle: 'Resize at the upper edge',
  neDragHandle: 'Resize at the upper right corner',
  eDragHandle: 'Resize at the right edge',
  seDragHandle: 'Resize at the lower right corner',
  sDragHandle: 'Resize at the lower edge',
  swDragHandle: 'Resize at the lower left corner',
  wDragHandle: 'Resize at the left edge',
};

/** Returns the largest square in the middle of a picture. */
function largestSquare(width: number, height: number): PercentCrop {
  const square = makeAspectCrop({ unit: 'px', width: Math.min(width, height) }, 1, width, height);
  return convertToPercentCrop(centerCrop(square, width, height), width, height);
}

const partOf = ({ x, y, width, height }: PercentCrop): PicturePart => ({
  left: x / 100,
  top: y / 100,
  width: width / 100,
  height: height / 100,
});

/**
 * Lets the user choose the square part of a picture that is used, at first the largest one in the
 * middle. Shows nothing if the browser cannot read the picture, which is then used as a whole.
 */
export default function CropPicture({
  file,
  onChange,
}: {
  file: File;
  onChange: (part: PicturePart) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [square, setSquare] = useState<PercentCrop>();
  const choose = (next: PercentCrop) => {
    setSquare(next);
    onChange(partOf(next));
  };
  const begin = useEffectEvent((width: number, height: number) => {
    choose(largestSquare(width, height));
  });
  useEffect(() => {
    let isCurrent = true;
    void createImageBitmap(file).then(
      (picture) => {
        if (isCurrent && canvas.current) {
          draw(picture, canvas.current);
          begin(picture.width, picture.height);
        }
        picture.close();
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return (
    <div className="w-full" hidden={square === undefined}>
      <p className="mb-1.5 text-label text-ink-2">
        Members see the part in the square. Move it, or resize it at its corners.
      </p>
      <ReactCrop
        aspect={1}
        keepSelection
        minWidth={40}
        ruleOfThirds
        ariaLabels={readAloud}
        crop={square}
        onChange={(_, next) => choose(next)}
        className="rounded-md [--rc-drag-handle-size:24px]"
      >
        <canvas ref={canvas} className="block max-h-72 max-w-full" />
      </ReactCrop>
    </div>
  );
}

/** Draws a picture into a canvas, reduced to the size in which the dialog shows it. */
function draw(picture: ImageBitmap, canvas: HTMLCanvasElement): void {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
}
