import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { ErrorState } from '../../../components/ui/states';
import { pictureKinds } from './picture-kinds';
import { PicturesCard } from './pictures-card';
import { allPicturesQuery } from './site';

/** All pictures of the church by kind. */
export function SiteImages() {
  const { data: pictures, error, refetch, isFetching } = useQuery(allPicturesQuery);
  if (!pictures) {
    return (
      <Card>
        {error ? (
          <ErrorState
            title="The pictures could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </Card>
    );
  }
  return pictureKinds.map((kind) => (
    <PicturesCard
      key={kind.type}
      kind={kind}
      pictures={pictures.filter(({ type }) => type === kind.type)}
    />
  ));
}
