import { zodResolver } from '@hookform/resolvers/zod';
import { profileRequest } from '#libs/contracts';

export default zodResolver(profileRequest);
